#include "connectors/transforms/timestamp_text.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr std::string_view digits = "0123456789";

/// Takes the parts of a text off its front, one after another, and remembers whether one was wrong.
class time_reader {
public:
  explicit time_reader(std::string_view text) noexcept : rest_(text) {
    // nop
  }

  int number(size_t size, int min, int max) noexcept {
    auto text = rest_.substr(0, size);
    auto result = 0;
    for (auto c : text) {
      ok_ = ok_ && c >= '0' && c <= '9';
      result = result * 10 + (c - '0');
    }
    ok_ = ok_ && text.size() == size && result >= min && result <= max;
    rest_.remove_prefix(text.size());
    return result;
  }

  void one_of(std::string_view choices) noexcept {
    ok_ = ok_ && !rest_.empty() && choices.find(rest_[0]) != std::string_view::npos;
    rest_.remove_prefix(rest_.empty() ? 0 : 1);
  }

  bool take(std::string_view expected) noexcept {
    auto found = rest_.starts_with(expected);
    rest_.remove_prefix(found ? expected.size() : 0);
    return found;
  }

  std::string_view take_digits() noexcept {
    auto result = rest_.substr(0, rest_.find_first_not_of(digits));
    rest_.remove_prefix(result.size());
    return result;
  }

  void require(bool condition) noexcept {
    ok_ = ok_ && condition;
  }

  [[nodiscard]] bool complete() const noexcept {
    return ok_ && rest_.empty();
  }

private:
  std::string_view rest_;
  bool ok_ = true;
};

int days(int year, int month) noexcept {
  if (month == 2) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Digits of a fraction as they are written: their number is a multiple of three.
size_t written_size(std::string_view fraction) noexcept {
  auto last = fraction.find_last_not_of('0');
  return last == std::string_view::npos ? 0 : last / 3 * 3 + 3;
}

} // namespace

std::optional<std::string_view> canonical_timestamp(std::string_view text, page_builder& out) {
  constexpr std::string_view unicode_minus = "\u2212";
  time_reader reader{text};
  auto year = reader.number(4, 0, 9999);
  reader.one_of("-");
  auto month = reader.number(2, 1, 12);
  reader.one_of("-");
  auto day = reader.number(2, 1, 31);
  reader.require(day <= days(year, month));
  reader.one_of("Tt ");
  reader.number(2, 0, 23);
  reader.one_of(":");
  reader.number(2, 0, 59);
  reader.one_of(":");
  reader.number(2, 0, 60); // a leap second
  std::string_view fraction;
  if (reader.take(".")) {
    fraction = reader.take_digits();
    reader.require(!fraction.empty());
  }
  auto sign = '+';
  auto offset = 0; // hours and minutes as hhmm
  if (!reader.take("Z") && !reader.take("z")) {
    if (reader.take("-") || reader.take(unicode_minus)) {
      sign = '-';
    } else {
      reader.require(reader.take("+"));
    }
    offset = reader.number(2, 0, 23) * 100;
    reader.one_of(":");
    offset += reader.number(2, 0, 59);
  }
  if (!reader.complete()) {
    return std::nullopt;
  }

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
    *end++ = sign;
    auto two_digits = [&end](int x) {
      *end++ = static_cast<char>('0' + x / 10);
      *end++ = static_cast<char>('0' + x % 10);
    };
    two_digits(offset / 100);
    *end++ = ':';
    two_digits(offset % 100);
  }
  return std::string_view{begin, static_cast<size_t>(end - begin)};
}

} // namespace faucet
