#include "connectors/generate/field_plan.hpp"

#include "connectors/generate/calendar.hpp"
#include "connectors/generate/field_planner.hpp"
#include "connectors/generate/random.hpp"
#include "model/number_format.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace faucet {

namespace {

char* room(page_builder& into, size_t size) {
  return static_cast<char*>(into.memory().allocate(size));
}

/// `units` with a point before the last `scale` digits.
value make_decimal(int64_t units, size_t scale, page_builder& into) {
  if (scale == 0) {
    return value::of_int(units);
  }
  char digits[longest_number];
  auto positive = units < 0 ? 0 - static_cast<uint64_t>(units) : static_cast<uint64_t>(units);
  auto count = static_cast<size_t>(write_number(digits, positive) - digits);
  auto zeroes = count > scale ? 0 : scale + 1 - count;
  auto* text = room(into, count + zeroes + 2);
  auto* to = text;
  if (units < 0) {
    *to++ = '-';
  }
  std::memset(to, '0', zeroes);
  std::memcpy(to + zeroes, digits, count);
  auto before_point = zeroes + count - scale;
  std::memmove(to + before_point + 1, to + before_point, scale);
  to[before_point] = '.';
  to += before_point + 1 + scale;
  return value::of_decimal({text, static_cast<size_t>(to - text)});
}

value make_text(uint64_t bits, size_t size, page_builder& into) {
  static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
  constexpr int bits_a_letter = 5;
  constexpr size_t letters_a_word = 12;
  if (size == 0) {
    return value::of_string({});
  }
  auto* text = room(into, size);
  for (size_t i = 0; i < size; ++i) {
    if (i % letters_a_word == 0 && i != 0) {
      bits = mix(bits);
    }
    text[i] = letters[bits >> (bits_a_letter * (i % letters_a_word)) & (letters.size() - 1)];
  }
  return value::of_string({text, size});
}

value make_uuid(uint64_t bits, page_builder& into) {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr std::string_view form = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx"; // RFC 9562, version 4
  auto* text = room(into, form.size());
  auto left = bits;
  for (size_t i = 0; i < form.size(); ++i) {
    if (i == form.size() / 2) {
      left = mix(bits);
    }
    auto digit = left & 15;
    switch (form[i]) {
      case 'x':
        text[i] = digits[digit];
        left >>= 4;
        break;
      case 'y':
        text[i] = digits[8 | (digit & 3)];
        left >>= 4;
        break;
      default:
        text[i] = form[i];
    }
  }
  return value::of_string({text, form.size()});
}

value make_time(int64_t seconds, page_builder& into) {
  auto* text = room(into, timestamp_size);
  write_timestamp(text, seconds);
  return value::of_string({text, timestamp_size});
}

} // namespace

expected<field_plan> field_plan::make(const field_options& options, const node& config,
                                      const std::string& path, uint64_t seed,
                                      page_builder& constants) {
  return field_planner{options, config, path, seed, constants}.make();
}

value field_plan::make_value(uint64_t row, page_builder& into) const {
  auto bits = mix(salt_ ^ mix(row));
  if (null_ratio_ > 0 && fraction(mix(bits)) < null_ratio_) {
    return {};
  }
  auto drawn = [&] {
    return static_cast<int64_t>(static_cast<uint64_t>(first_) + below(count_, bits));
  };
  switch (kind_) {
    case field_kind::sequence:
      return value::of_int(static_cast<int64_t>(static_cast<uint64_t>(first_) + row));
    case field_kind::integer:
      return value::of_int(drawn());
    case field_kind::floating:
      return value::of_double(least_ + width_ * fraction(bits));
    case field_kind::decimal:
      return make_decimal(drawn(), size_, into);
    case field_kind::boolean:
      return value::of_bool(bits >> 63 != 0);
    case field_kind::string:
      return make_text(bits, size_, into);
    case field_kind::choice:
      return values_[below(count_, bits)];
    case field_kind::timestamp:
      return make_time(first_ + step_ * static_cast<int64_t>(row), into);
    case field_kind::uuid:
      return make_uuid(bits, into);
    case field_kind::constant:
      return values_.front();
    case field_kind::object:
      break;
  }
  auto [result, cells] = into.object(shape_);
  for (size_t i = 0; i < cells.size(); ++i) {
    cells[i] = fields_[i].make_value(row, into);
  }
  return result;
}

uint64_t field_plan::rows() const noexcept {
  auto result = std::numeric_limits<uint64_t>::max();
  switch (kind_) {
    case field_kind::sequence:
      return static_cast<uint64_t>(std::numeric_limits<int64_t>::max())
             - static_cast<uint64_t>(first_) + 1;
    case field_kind::timestamp:
      if (step_ > 0) {
        return static_cast<uint64_t>((last_second - first_) / step_) + 1;
      }
      return step_ == 0
               ? result
               : static_cast<uint64_t>(first_ - first_second) / (0 - static_cast<uint64_t>(step_))
                   + 1;
    default:
      for (const auto& field : fields_) {
        result = std::min(result, field.rows());
      }
      return result;
  }
}

expected<std::vector<field_plan>> plan_fields(const named<field_options>& options,
                                              const node& config, const std::string& path,
                                              uint64_t seed, page_builder& constants) {
  std::vector<field_plan> result;
  result.reserve(options.size());
  for (const auto& [name, field] : options) {
    auto plan = field_plan::make(field, *config.find(name), path + "." + name, seed, constants);
    if (!plan) {
      return fail(std::move(plan));
    }
    result.push_back(std::move(*plan));
  }
  return result;
}

shape_ptr shape_of(const named<field_options>& options) {
  std::vector<std::string> names;
  names.reserve(options.size());
  for (const auto& entry : options) {
    names.push_back(entry.first);
  }
  return make_shape(std::move(names));
}

} // namespace faucet
