#include "model/json_number.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// Takes the digits off the front; false where there are none.
bool take_digits(std::string_view& text) noexcept {
  auto rest = std::ranges::find_if_not(text, [](char c) { return c >= '0' && c <= '9'; });
  auto count = static_cast<size_t>(rest - text.begin());
  text.remove_prefix(count);
  return count != 0;
}

bool take(std::string_view& text, std::string_view any_of) noexcept {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

} // namespace

bool is_json_number(std::string_view text) noexcept {
  take(text, "-");
  if (!take(text, "0") && !take_digits(text)) {
    return false;
  }
  if (take(text, ".") && !take_digits(text)) {
    return false;
  }
  if (take(text, "eE")) {
    take(text, "+-");
    if (!take_digits(text)) {
      return false;
    }
  }
  return text.empty();
}

} // namespace faucet
