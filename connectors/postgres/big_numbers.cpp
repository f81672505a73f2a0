#include "connectors/postgres/big_numbers.hpp"

#include "model/decimal.hpp"
#include "model/number_format.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace faucet {

namespace {

/// Whether the shortest text of the nearest double is this number again.
bool fits_double(std::string_view text) noexcept {
  constexpr size_t safe = 17; // 15 digits, point and sign: exact whatever they are
  if (text.size() <= safe && text.find_first_of("eE") == std::string_view::npos) {
    return true;
  }
  double nearest = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), nearest).ec != std::errc{}
      || !std::isfinite(nearest)) {
    return false;
  }
  std::array<char, longest_number> back{};
  auto* end = write_number(back.data(), nearest);
  return decimal::of_number(text)
         == decimal::of_number({back.data(), static_cast<size_t>(end - back.data())});
}

bool is_big(const value& x) noexcept {
  return x.kind() == kind::decimal && !fits_double(x.as_text());
}

/// Whether there is a big one in it: as a rule there is not.
const value* find_big(const value& x) noexcept {
  auto within = [](std::span<const value> cells) -> const value* {
    for (const auto& cell : cells) {
      if (const auto* found = find_big(cell)) {
        return found;
      }
    }
    return nullptr;
  };
  if (x.is_object()) {
    return within(x.as_object().cells());
  }
  if (x.is_list()) {
    return within(x.as_list());
  }
  return is_big(x) ? &x : nullptr;
}

value with_strings(const value& x, page_builder& page) {
  if (x.is_object()) {
    auto from = x.as_object();
    std::vector<value> cells;
    for (const auto& cell : from.cells()) {
      cells.push_back(with_strings(cell, page));
    }
    return page.object(make_shape(from.fields().names()), cells);
  }
  if (x.is_list()) {
    std::vector<value> items;
    for (const auto& item : x.as_list()) {
      items.push_back(with_strings(item, page));
    }
    return page.list(items);
  }
  return is_big(x) ? value::of_string(x.as_text()) : x;
}

} // namespace

expected<value> apply(big_numbers policy, const value& x, page_builder& page) {
  if (policy == big_numbers::number) {
    return x;
  }
  const auto* big = find_big(x);
  if (big == nullptr) {
    return x;
  }
  if (policy == big_numbers::fail) {
    return fail(ec::source_failed,
                "the JSON number " + std::string{big->as_text().substr(0, 60)}
                  + " fits no double; json_big_numbers: string or number keeps its digits");
  }
  return with_strings(x, page);
}

} // namespace faucet
