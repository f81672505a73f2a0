#include "connectors/transforms/number_parts.hpp"

#include <algorithm>

namespace faucet {

namespace {

std::string_view take_digits(std::string_view& text) noexcept {
  auto size = text.find_first_not_of("0123456789");
  auto result = text.substr(0, size);
  text.remove_prefix(result.size());
  return result;
}

bool take(std::string_view& text, char c) noexcept {
  auto found = text.starts_with(c);
  text.remove_prefix(found ? 1 : 0);
  return found;
}

} // namespace

std::optional<number_parts> split_number(std::string_view text) noexcept {
  number_parts result;
  result.negative = take(text, '-');
  result.has_plus = !result.negative && take(text, '+');
  result.whole = take_digits(text);
  result.has_point = take(text, '.');
  if (result.has_point) {
    result.fraction = take_digits(text);
  }
  if (result.whole.empty() && result.fraction.empty()) {
    return std::nullopt;
  }
  result.exponent = text;
  if (take(text, 'e') || take(text, 'E')) {
    if (!take(text, '-')) {
      take(text, '+');
    }
    if (take_digits(text).empty()) {
      return std::nullopt;
    }
  }
  return text.empty() ? std::optional{result} : std::nullopt;
}

std::string_view without_leading_zeros(std::string_view digits) noexcept {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

std::string_view joined(std::initializer_list<std::string_view> texts, page_builder& out) {
  size_t size = 0;
  for (auto text : texts) {
    size += text.size();
  }
  auto* begin = static_cast<char*>(out.memory().allocate(size));
  auto* end = begin;
  for (auto text : texts) {
    end = std::ranges::copy(text, end).out;
  }
  return {begin, size};
}

} // namespace faucet
