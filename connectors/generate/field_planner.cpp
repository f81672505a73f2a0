#include "connectors/generate/field_planner.hpp"

#include "config/to_value.hpp"
#include "connectors/config_error.hpp"
#include "connectors/generate/calendar.hpp"
#include "connectors/generate/random.hpp"
#include "model/timestamp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace faucet {

namespace {

constexpr int64_t default_integer_max = 1'000'000;
constexpr int64_t default_decimal_max = 1000;
constexpr uint32_t default_scale = 2;
constexpr uint32_t default_length = 12;

/// The text of a number, however it was written.
std::string number_of(const node& from) {
  if (const auto* x = std::get_if<int64_t>(&from.content())) {
    return std::to_string(*x);
  }
  if (const auto* x = std::get_if<number_text>(&from.content())) {
    return x->text;
  }
  return from.text() != nullptr ? *from.text() : std::string{};
}

/// A plain decimal number in units of its last digit behind the point; nothing where it has more
/// digits or no room in 64 bits.
std::optional<int64_t> units_of(std::string_view text, uint32_t scale) {
  auto negative = text.starts_with('-');
  text.remove_prefix(negative ? 1 : 0);
  auto point = std::min(text.find('.'), text.size());
  auto behind = text.substr(std::min(point + 1, text.size()));
  auto digits = std::string{text.substr(0, point)} + std::string{behind};
  if (digits.empty() || behind.size() > scale
      || !std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) {
    return std::nullopt;
  }
  digits.append(scale - behind.size(), '0');
  int64_t result = 0;
  for (auto c : digits) {
    auto digit = negative ? -(c - '0') : c - '0';
    if (__builtin_mul_overflow(result, 10, &result)
        || __builtin_add_overflow(result, digit, &result)) {
      return std::nullopt;
    }
  }
  return result;
}

} // namespace

field_planner::field_planner(const field_options& options, const node& config,
                             const std::string& path, uint64_t seed, page_builder& constants)
  : options_(options), config_(config), path_(path), seed_(seed), constants_(constants) {
  plan_.kind_ = options.kind;
  plan_.salt_ = mix(seed ^ mix(name_number(0, path)));
  plan_.null_ratio_ = options.null_ratio;
  plan_.size_ = options.length.value_or(default_length);
}

expected<field_plan> field_planner::make() {
  if (!(options_.null_ratio >= 0 && options_.null_ratio <= 1)) {
    return refuse("null_ratio", "expected a number from 0 to 1");
  }
  if (auto ok = refuse_other_options(); !ok) {
    return fail(std::move(ok));
  }
  if (auto ok = plan_kind(); !ok) {
    return fail(std::move(ok));
  }
  return std::move(plan_);
}

// -- kinds --------------------------------------------------------------------

expected<void> field_planner::plan_kind() {
  switch (options_.kind) {
    case field_kind::sequence:
      return plan_sequence();
    case field_kind::integer:
      return plan_integer();
    case field_kind::floating:
      return plan_float();
    case field_kind::decimal:
      return plan_decimal();
    case field_kind::choice:
      return plan_choice();
    case field_kind::timestamp:
      return plan_timestamp();
    case field_kind::constant:
      return plan_constant();
    case field_kind::object:
      return plan_object();
    case field_kind::boolean:
    case field_kind::string:
    case field_kind::uuid:
      break;
  }
  return {};
}

expected<void> field_planner::plan_sequence() {
  return integer(options_.start, "start", 1).map([this](int64_t x) { plan_.first_ = x; });
}

expected<void> field_planner::plan_integer() {
  auto least = integer(options_.min, "min", 0);
  if (!least) {
    return fail(std::move(least));
  }
  auto greatest = integer(options_.max, "max", std::max(*least, default_integer_max));
  return greatest ? set_range(*least, *greatest) : fail(std::move(greatest));
}

expected<void> field_planner::plan_float() {
  double greatest = 1;
  plan_.least_ = 0;
  for (auto [key, from, into] : {std::tuple{"min", &options_.min, &plan_.least_},
                                 std::tuple{"max", &options_.max, &greatest}}) {
    if (*from) {
      if (auto ok = option_type<double>::read(**from, path_ + "." + key, *into); !ok) {
        return ok;
      }
    } else if (into == &greatest) {
      greatest = std::max(plan_.least_, 1.0);
    }
  }
  plan_.width_ = greatest - plan_.least_;
  if (plan_.width_ < 0) {
    return refuse("min", "is greater than max");
  }
  return std::isfinite(plan_.width_) ? expected<void>{} : refuse("max", "is too far from min");
}

expected<void> field_planner::plan_decimal() {
  plan_.size_ = options_.scale.value_or(default_scale);
  auto least = decimal_units(options_.min, "min", 0);
  if (!least) {
    return fail(std::move(least));
  }
  auto usual = units_of(std::to_string(default_decimal_max), options_.scale.value_or(default_scale))
                 .value_or(std::numeric_limits<int64_t>::max());
  auto greatest = decimal_units(options_.max, "max", std::max(*least, usual));
  return greatest ? set_range(*least, *greatest) : fail(std::move(greatest));
}

expected<void> field_planner::plan_choice() {
  if (!options_.values || options_.values->empty()) {
    return refuse("values", "a choice needs at least one value");
  }
  for (const auto& x : *options_.values) {
    plan_.values_.push_back(to_value(x, constants_));
  }
  plan_.count_ = plan_.values_.size();
  return {};
}

expected<void> field_planner::plan_timestamp() {
  constexpr int64_t first_unless_set = 1704067200; // 2024-01-01T00:00:00Z
  plan_.step_ = options_.step_secs.value_or(1);
  if (!options_.start) {
    plan_.first_ = first_unless_set;
    return {};
  }
  const auto* text = options_.start->text();
  auto start = text != nullptr ? parse_timestamp(*text) : std::nullopt;
  if (!start || !start->fraction.empty() || start->second > 59 || start->seconds() < first_second
      || start->seconds() > last_second) {
    return refuse("start", "expected a time like 2024-01-31T12:00:00Z");
  }
  plan_.first_ = start->seconds();
  return {};
}

expected<void> field_planner::plan_constant() {
  const auto* found = config_.find("value");
  if (found == nullptr) {
    return refuse("value", "a constant needs a value");
  }
  plan_.values_.push_back(to_value(*found, constants_));
  return {};
}

expected<void> field_planner::plan_object() {
  const auto* config = config_.find("fields");
  if (options_.fields.empty() || config == nullptr) {
    return refuse("fields", "an object needs at least one field");
  }
  auto fields = plan_fields(options_.fields, *config, path_ + ".fields", seed_, constants_);
  if (!fields) {
    return fail(std::move(fields));
  }
  plan_.fields_ = std::move(*fields);
  plan_.shape_ = shape_of(options_.fields);
  return {};
}

// -- checks -------------------------------------------------------------------

std::span<const std::string_view> field_planner::known_options() const {
  static constexpr std::string_view sequence[] = {"start"};
  static constexpr std::string_view range[] = {"min", "max"};
  static constexpr std::string_view decimal[] = {"min", "max", "scale"};
  static constexpr std::string_view string[] = {"length"};
  static constexpr std::string_view choice[] = {"values"};
  static constexpr std::string_view timestamp[] = {"start", "step_secs"};
  static constexpr std::string_view constant[] = {"value"};
  static constexpr std::string_view object[] = {"fields"};
  switch (options_.kind) {
    case field_kind::sequence:
      return sequence;
    case field_kind::integer:
    case field_kind::floating:
      return range;
    case field_kind::decimal:
      return decimal;
    case field_kind::string:
      return string;
    case field_kind::choice:
      return choice;
    case field_kind::timestamp:
      return timestamp;
    case field_kind::constant:
      return constant;
    case field_kind::object:
      return object;
    case field_kind::boolean:
    case field_kind::uuid:
      break;
  }
  return {};
}

expected<void> field_planner::refuse_other_options() const {
  auto known = known_options();
  for (const auto& entry : *config_.map()) {
    if (entry.key != "kind" && entry.key != "null_ratio"
        && std::ranges::find(known, entry.key) == known.end()) {
      return refuse(entry.key, "is no option of this kind");
    }
  }
  return {};
}

expected<int64_t> field_planner::integer(const std::optional<node>& from, std::string_view key,
                                         int64_t fallback) const {
  if (!from) {
    return fallback;
  }
  int64_t result = 0;
  auto ok = option_type<int64_t>::read(*from, path_ + "." + std::string{key}, result);
  return ok ? expected<int64_t>{result} : fail(std::move(ok));
}

expected<int64_t> field_planner::decimal_units(const std::optional<node>& from,
                                               std::string_view key, int64_t fallback) const {
  if (!from) {
    return fallback;
  }
  auto units = units_of(number_of(*from), options_.scale.value_or(default_scale));
  return units
           ? expected<int64_t>{*units}
           : refuse(key, "expected a number with no more digits than scale says, and 18 in all");
}

tl::unexpected<error> field_planner::refuse(std::string_view key, std::string what) const {
  return config_error(config_, key, path_ + "." + std::string{key} + ": " + std::move(what));
}

expected<void> field_planner::set_range(int64_t least, int64_t greatest) {
  if (least > greatest) {
    return refuse("min", "is greater than max");
  }
  plan_.first_ = least;
  plan_.count_ = static_cast<uint64_t>(greatest) - static_cast<uint64_t>(least) + 1;
  return {};
}

} // namespace faucet
