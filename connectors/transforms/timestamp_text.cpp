#include "connectors/transforms/timestamp_text.hpp"

#include "model/timestamp.hpp"

#include <algorithm>
#include <cstdlib>

namespace faucet {

namespace {

/// Digits of a fraction as they are written: their number is a multiple of three.
size_t written_size(std::string_view fraction) noexcept {
  auto last = fraction.find_last_not_of('0');
  return last == std::string_view::npos ? 0 : last / 3 * 3 + 3;
}

} // namespace

std::optional<std::string_view> canonical_timestamp(std::string_view text, page_builder& out) {
  auto read = parse_timestamp(text);
  if (!read || !read->offset) {
    return std::nullopt;
  }
  auto fraction = read->fraction;
  auto offset = *read->offset;
  constexpr size_t date_size = 10;
  constexpr size_t whole_size = 19; // date, T, time
  auto size = written_size(fraction);
  auto* begin = static_cast<char*>(out.memory().allocate(whole_size + 1 + size + 6));
  auto* end = std::ranges::copy(text.substr(0, whole_size), begin).out;
  begin[date_size] = 'T';
  if (size > 0) {
    *end++ = '.';
    auto given = fraction.substr(0, size);
    end = std::ranges::copy(given, end).out;
    end = std::fill_n(end, size - given.size(), '0');
  }
  if (offset == 0) {
    *end++ = 'Z';
  } else {
    *end++ = offset < 0 ? '-' : '+';
    auto two_digits = [&end](int x) {
      *end++ = static_cast<char>('0' + x / 10);
      *end++ = static_cast<char>('0' + x % 10);
    };
    two_digits(std::abs(offset) / 60);
    *end++ = ':';
    two_digits(std::abs(offset) % 60);
  }
  return std::string_view{begin, static_cast<size_t>(end - begin)};
}

} // namespace faucet
