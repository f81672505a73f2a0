#include "connectors/sql/sql_pieces.hpp"

#include "connectors/sql/sql_tokens.hpp"
#include "model/digit.hpp"

#include <algorithm>
#include <optional>

namespace faucet {

namespace {

using form = sql_piece::form;

constexpr auto npos = std::string_view::npos;

constexpr bool is_space(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

constexpr bool is_operation(char c) noexcept {
  return std::string_view{"+-*/<>=~!@#%^&|"}.find(c) != npos;
}

class cutter {
public:
  cutter(std::string_view query, const sql_dialect& dialect, std::string_view cursor_token) noexcept
    : query_(query), dialect_(dialect), tokens_(query, cursor_token) {
    // nop
  }

  expected<std::vector<sql_piece>> operator()() && {
    while (at_ < query_.size() && !failure_) {
      next();
    }
    if (failure_) {
      return tl::unexpected<error>(std::move(*failure_));
    }
    return std::move(pieces_);
  }

private:
  // -- pieces -----------------------------------------------------------------

  void next() {
    auto c = query_[at_];
    if (is_space(c)) {
      ++at_;
    } else if (begins("--")) {
      at_ = std::min(query_.find('\n', at_), query_.size());
    } else if (begins("/*")) {
      skip_comment();
    } else if (auto token = tokens_.at(at_); !token.empty()) {
      add_token(token, at_ + token.size(), at_);
    } else if (c == '\'') {
      add_literal(false);
    } else if (c == '"' || (c == '`' && dialect_.backtick_names)) {
      add_quoted_name(c);
    } else if (c == '[' && dialect_.bracket_names) {
      add_quoted_name(']');
    } else if (c == '$' && dialect_.dollar_quotes && !dollar_quote().empty()) {
      add_dollar_quoted();
    } else if (in_sql_name(c)) {
      add_word();
    } else if (is_operation(c)) {
      add_operation();
    } else {
      constexpr std::string_view marks = "(),;";
      constexpr form meanings[] = {form::open, form::close, form::comma, form::end};
      auto mark = marks.find(c);
      add(mark == npos ? form::other : meanings[mark], at_ + 1);
    }
  }

  void skip_comment() {
    size_t depth = 0;
    for (auto from = at_; at_ < query_.size();) {
      if (begins("/*") && (depth == 0 || dialect_.nested_comments)) {
        ++depth;
        at_ += 2;
      } else if (begins("*/")) {
        at_ += 2;
        if (--depth == 0) {
          return;
        }
      } else {
        ++at_;
      }
      if (at_ >= query_.size()) {
        unclosed("comment", from);
      }
    }
  }

  void add_literal(bool escapes) {
    auto end = quoted_end('\'', escapes);
    if (end == npos) {
      return unclosed("literal", at_);
    }
    if (auto token = tokens_.within(at_ + 1, end - 1); !token.empty()) {
      if (token.size() != end - at_ - 2 || escapes) {
        return refuse_within(token, "literal");
      }
      return add_token(token, end, at_);
    }
    add(form::literal, end);
  }

  void add_quoted_name(char quote) {
    auto end = quoted_end(quote, false);
    if (end == npos) {
      return unclosed("name", at_);
    }
    if (auto token = tokens_.within(at_ + 1, end - 1); !token.empty()) {
      return refuse_within(token, "name");
    }
    add(form::name, end);
  }

  void add_dollar_quoted() {
    auto quote = dollar_quote();
    auto begin = at_ + quote.size();
    auto close = query_.find(quote, begin);
    if (close == npos) {
      return unclosed("literal", at_);
    }
    if (auto token = tokens_.within(begin, close); !token.empty()) {
      return refuse_within(token, "literal");
    }
    add(form::literal, close + quote.size());
  }

  void add_word() {
    auto end = at_ + 1;
    while (end < query_.size() && in_sql_name(query_[end]) && tokens_.at(end).empty()) {
      ++end;
    }
    auto word = query_.substr(at_, end - at_);
    auto escapes = dialect_.escape_strings && (word == "e" || word == "E") && end < query_.size()
                   && query_[end] == '\'';
    add(form::word, end);
    if (escapes) {
      add_literal(true);
    }
  }

  void add_operation() {
    auto end = at_ + 1;
    while (end < query_.size() && is_operation(query_[end]) && tokens_.at(end).empty()
           && !query_.substr(end).starts_with("--") && !query_.substr(end).starts_with("/*")) {
      ++end;
    }
    add(form::operation, end);
  }

  void add_token(std::string_view token, size_t end, size_t begin) {
    auto joins = [](char c) { return in_sql_name(c) || c == '.' || c == '"' || c == '\''; };
    auto glued =
      (begin > 0 && joins(query_[begin - 1])) || (end < query_.size() && joins(query_[end]));
    if (glued) {
      failure_ =
        error{ec::invalid_config,
              std::string{token}
                + " stands for a value and cannot be part of a name; put a space around it",
              {}};
      return;
    }
    pieces_.push_back({form::token, begin, end, token});
    at_ = end;
  }

  void add(form what, size_t end) {
    pieces_.push_back({what, at_, end, query_.substr(at_, end - at_)});
    at_ = end;
  }

  // -- parts ------------------------------------------------------------------

  [[nodiscard]] bool begins(std::string_view text) const noexcept {
    return query_.substr(at_).starts_with(text);
  }

  /// Behind the quote that ends what the quote at hand begins. Doubled, a quote is part of it.
  [[nodiscard]] size_t quoted_end(char quote, bool escapes) const noexcept {
    for (auto i = at_ + 1; i < query_.size(); ++i) {
      if (escapes && query_[i] == '\\') {
        ++i;
      } else if (query_[i] == quote) {
        if (quote == ']' || i + 1 >= query_.size() || query_[i + 1] != quote) {
          return i + 1;
        }
        ++i;
      }
    }
    return npos;
  }

  /// `$tag$` where one begins here.
  [[nodiscard]] std::string_view dollar_quote() const noexcept {
    auto end = at_ + 1;
    while (end < query_.size() && (starts_sql_name(query_[end]) || is_digit(query_[end]))) {
      ++end;
    }
    auto is_quote = end < query_.size() && query_[end] == '$' && !is_digit(query_[at_ + 1]);
    return is_quote ? query_.substr(at_, end + 1 - at_) : std::string_view{};
  }

  // -- failures ---------------------------------------------------------------

  void unclosed(std::string_view what, size_t from) {
    constexpr size_t shown = 20;
    auto begin = query_.substr(from, shown);
    failure_ = error{ec::invalid_config,
                     "the " + std::string{what} + " that begins with "
                       + std::string{begin.substr(0, begin.find('\n'))} + " has no end",
                     {}};
    at_ = query_.size();
  }

  void refuse_within(std::string_view token, std::string_view what) {
    failure_ =
      error{ec::invalid_config,
            std::string{token} + " stands within a longer " + std::string{what}
              + ", where no value can be bound"
              + (what == "literal" ? "; write it outside of the quotes and join the parts" : ""),
            {}};
  }

  std::string_view query_;
  const sql_dialect& dialect_;
  sql_tokens tokens_;
  size_t at_ = 0;
  std::vector<sql_piece> pieces_;
  std::optional<error> failure_;
};

} // namespace

expected<std::vector<sql_piece>> cut_sql(std::string_view query, const sql_dialect& dialect,
                                         std::string_view cursor_token) {
  return cutter{query, dialect, cursor_token}();
}

} // namespace faucet
