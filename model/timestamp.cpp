#include "model/timestamp.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr int64_t seconds_a_day = 86400;

/// Takes the parts of a text off its front, one after another, and remembers whether one was wrong.
class part_reader {
public:
  explicit part_reader(std::string_view text) noexcept : rest_(text) {
    // nop
  }

  /// A number of exactly so many digits, up to `max`.
  int number(size_t size, int max) noexcept {
    auto result = 0;
    auto text = rest_.substr(0, size);
    for (auto c : text) {
      ok_ = ok_ && c >= '0' && c <= '9';
      result = result * 10 + (c - '0');
    }
    ok_ = ok_ && text.size() == size && result <= max;
    rest_.remove_prefix(text.size());
    return ok_ ? result : 0;
  }

  std::string_view digits() noexcept {
    auto result = rest_.substr(0, rest_.find_first_not_of("0123456789"));
    rest_.remove_prefix(result.size());
    require(!result.empty());
    return result;
  }

  bool take(std::string_view text) noexcept {
    auto found = rest_.starts_with(text);
    rest_.remove_prefix(found ? text.size() : 0);
    return found;
  }

  bool take_one_of(std::string_view choices) noexcept {
    auto found = !rest_.empty() && choices.find(rest_.front()) != std::string_view::npos;
    rest_.remove_prefix(found ? 1 : 0);
    return found;
  }

  void require(bool condition) noexcept {
    ok_ = ok_ && condition;
  }

  [[nodiscard]] bool at_end() const noexcept {
    return rest_.empty();
  }

  [[nodiscard]] bool complete() const noexcept {
    return ok_ && rest_.empty();
  }

private:
  std::string_view rest_;
  bool ok_ = true;
};

constexpr int days_in(int year, int month) noexcept {
  if (month == 2) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Days since 1970-01-01. Years begin in March, so that the day that may be missing comes last.
constexpr int64_t days_since_1970(int year, int month, int day) noexcept {
  constexpr int64_t days_in_400_years = 146097;
  constexpr int64_t days_to_1970 = 719468;             // from March of the year 0
  auto y = int64_t{year} - (month <= 2 ? 1 : 0) + 400; // not negative for the year 0
  auto day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return y * 365 + y / 4 - y / 100 + y / 400 + day_of_year - days_to_1970 - days_in_400_years;
}

static_assert(days_since_1970(1970, 1, 1) == 0);
static_assert(days_since_1970(2000, 3, 1) == 11017);
static_assert(days_since_1970(0, 1, 1) == -719528);

int read_offset(part_reader& reader) noexcept {
  constexpr std::string_view unicode_minus = "\u2212";
  if (reader.take_one_of("Zz")) {
    return 0;
  }
  auto west = reader.take("-") || reader.take(unicode_minus);
  reader.require(west || reader.take("+"));
  auto hours = reader.number(2, 23);
  reader.require(reader.take(":"));
  auto minutes = reader.number(2, 59);
  return west ? -(hours * 60 + minutes) : hours * 60 + minutes;
}

/// Orders digits behind a point; zeroes at the end say nothing.
std::strong_ordering compare_fractions(std::string_view lhs, std::string_view rhs) noexcept {
  auto digits = std::max(lhs.size(), rhs.size());
  for (size_t i = 0; i < digits; ++i) {
    auto left = i < lhs.size() ? lhs[i] : '0';
    auto right = i < rhs.size() ? rhs[i] : '0';
    if (left != right) {
      return left <=> right;
    }
  }
  return std::strong_ordering::equal;
}

} // namespace

int64_t timestamp::seconds() const noexcept {
  return day * seconds_a_day + hour * 3600 + minute * 60 + std::min(second, 59)
         - offset.value_or(0) * 60;
}

std::optional<timestamp> parse_timestamp(std::string_view text) noexcept {
  part_reader reader{text};
  auto year = reader.number(4, 9999);
  reader.require(reader.take("-"));
  auto month = reader.number(2, 12);
  reader.require(reader.take("-"));
  auto day = reader.number(2, 31);
  reader.require(month > 0 && day > 0 && day <= days_in(year, month));
  timestamp result;
  result.has_time = !reader.at_end();
  if (result.has_time) {
    reader.require(reader.take_one_of("Tt "));
    result.hour = reader.number(2, 23);
    reader.require(reader.take(":"));
    result.minute = reader.number(2, 59);
    reader.require(reader.take(":"));
    result.second = reader.number(2, 60);
    if (reader.take(".")) {
      result.fraction = reader.digits();
    }
    if (!reader.at_end()) {
      result.offset = read_offset(reader);
    }
  }
  if (!reader.complete()) {
    return std::nullopt;
  }
  result.day = days_since_1970(year, month, day);
  return result;
}

std::strong_ordering compare_moments(const timestamp& lhs, const timestamp& rhs) noexcept {
  if (auto order = lhs.seconds() <=> rhs.seconds(); order != 0) {
    return order;
  }
  if (auto order = (lhs.second == 60) <=> (rhs.second == 60); order != 0) {
    return order;
  }
  return compare_fractions(lhs.fraction, rhs.fraction);
}

} // namespace faucet
