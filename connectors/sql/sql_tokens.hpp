#pragma once

#include <cstddef>
#include <string_view>

namespace faucet {

/// What a bare name may begin with: also any byte beyond ASCII.
constexpr bool starts_sql_name(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
         || static_cast<unsigned char>(c) >= 0x80;
}

/// What may follow in it, or in a number.
constexpr bool in_sql_name(char c) noexcept {
  return starts_sql_name(c) || (c >= '0' && c <= '9') || c == '$';
}

/// Finds what in a query stands for a value: the cursor token and references to other rows.
class sql_tokens {
public:
  sql_tokens(std::string_view query, std::string_view cursor_token) noexcept
    : query_(query), cursor_token_(cursor_token) {
    // nop
  }

  /// The token that begins there; empty where none does.
  [[nodiscard]] std::string_view at(size_t begin) const;

  /// The first token within quotes, where only those in braces stand out from other text.
  [[nodiscard]] std::string_view within(size_t begin, size_t end) const;

private:
  std::string_view query_;
  std::string_view cursor_token_;
};

} // namespace faucet
