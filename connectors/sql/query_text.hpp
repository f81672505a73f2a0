#pragma once

#include "connectors/sql/sql_dialect.hpp"
#include "model/error.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// The text that stands in a query for a token: "?2", "CAST($1 AS timestamptz)".
using placeholder = std::function<std::string(std::string_view token)>;

/// The text of one query, and where in it the tokens stand that values are bound for: the cursor
/// token (as a rule `${bookmark}`) and references to other rows (`${orders.id}`). A token alone in
/// quotes, `'${orders.name}'`, counts with its quotes. Those in comments are none.
class query_text {
public:
  /// Refuses what is no single statement and tokens where no value can be bound. `which` of a
  /// failure is empty.
  static expected<query_text> scan(std::string text, const sql_dialect& dialect,
                                   std::string_view cursor_token);

  /// Distinct, in the order in which they are first met.
  [[nodiscard]] const std::vector<std::string>& tokens() const noexcept {
    return tokens_;
  }

  [[nodiscard]] bool uses(std::string_view token) const noexcept;

  /// Fails where `token` is compared with > or, on its other side, with <: rows that share the
  /// bookmark's value would be skipped for ever.
  [[nodiscard]] expected<void> refuse_strict(std::string_view token) const;

  /// The query with each token replaced, up to its last piece: without a semicolon or comment
  /// behind it, so that it can stand in parentheses.
  [[nodiscard]] std::string render(const placeholder& write) const;

private:
  struct place {
    size_t begin;
    size_t end;
    size_t token; ///< index
    bool strict;  ///< compared with > or <
  };

  std::string text_;
  std::vector<std::string> tokens_;
  std::vector<place> places_;
};

} // namespace faucet
