#include "state/history/sql_driver.hpp"

#include "model/utf8.hpp"

#include <algorithm>
#include <charconv>

namespace faucet {

sql_value milliseconds_value(std::chrono::milliseconds x) {
  constexpr std::chrono::milliseconds longest = std::chrono::years{100};
  return std::clamp(x, -longest, longest).count();
}

expected<void> check_texts(std::span<const sql_value> parameters) {
  for (const auto& x : parameters) {
    if (x.text() && (!is_utf8(*x.text()) || x.text()->find('\0') != std::string::npos)) {
      return fail(ec::state_failed, "a text is not UTF-8, or holds a zero byte");
    }
  }
  return {};
}

uint64_t sql_answer::number(size_t row, size_t column) const {
  uint64_t result = 0;
  if (const auto& text = cell(row, column)) {
    std::from_chars(text->data(), text->data() + text->size(), result);
  }
  return result;
}

} // namespace faucet
