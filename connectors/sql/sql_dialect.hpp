#pragma once

namespace faucet {

/// Where the languages of servers differ in what is a literal, a name and a comment.
struct sql_dialect {
  bool dollar_quotes = false;   ///< $$text$$, $tag$text$tag$
  bool escape_strings = false;  ///< E'it\'s'
  bool nested_comments = false; ///< /* one /* within */ another */
  bool backtick_names = false;  ///< `a name`
  bool bracket_names = false;   ///< [a name]
};

inline constexpr sql_dialect postgres_sql{
  .dollar_quotes = true, .escape_strings = true, .nested_comments = true};

inline constexpr sql_dialect sqlite_sql{.backtick_names = true, .bracket_names = true};

} // namespace faucet
