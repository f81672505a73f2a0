#include "connectors/sql/column_inference.hpp"

#include "model/number_order.hpp"
#include "model/shape_cache.hpp"

#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace faucet {

namespace {

/// What is known of a field so far. Integers that a double cannot hold may stand in an integer
/// column, not in one of doubles.
struct kinds_seen {
  std::optional<column_kind> kind;
  bool wide_integers = false;

  void add(const value& x);

private:
  void add(column_kind other);
};

void kinds_seen::add(column_kind other) {
  auto numbers = [](column_kind x) {
    return x == column_kind::integer || x == column_kind::number;
  };
  if (!kind) {
    kind = other;
  } else if (*kind != other) {
    kind = numbers(*kind) && numbers(other) ? column_kind::number : column_kind::text;
  }
  if (kind == column_kind::number && wide_integers) {
    kind = column_kind::text;
  }
}

void kinds_seen::add(const value& x) {
  if (kind == column_kind::text) {
    return;
  }
  switch (x.kind()) {
    case kind::null:
      return;
    case kind::boolean:
      return add(column_kind::boolean);
    case kind::int64:
      wide_integers = wide_integers || !fits_double(x);
      return add(column_kind::integer);
    case kind::float64:
      return add(column_kind::number);
    case kind::decimal: {
      auto whole =
        x.as_text().find_first_of(".eE") == std::string_view::npos && x.as_text() != "-0";
      return add(!whole && fits_double(x) ? column_kind::number : column_kind::text);
    }
    case kind::uint64:
    case kind::string:
      return add(column_kind::text);
    case kind::bytes:
      return add(column_kind::bytes);
    case kind::list:
    case kind::object:
      return add(column_kind::json);
  }
}

} // namespace

bool fits_double(const value& number) noexcept {
  double found = 0;
  switch (number.kind()) {
    case kind::int64: {
      constexpr int64_t exact = int64_t{1} << 53;
      auto x = number.as_int();
      if (x >= -exact && x <= exact) {
        return true;
      }
      found = static_cast<double>(x);
      break;
    }
    case kind::uint64:
      found = static_cast<double>(number.as_uint());
      break;
    case kind::decimal: {
      auto text = number.as_text();
      auto read = std::from_chars(text.data(), text.data() + text.size(), found);
      if (read.ec != std::errc{} || !std::isfinite(found)) {
        return false;
      }
      break;
    }
    default:
      return true;
  }
  return compare_numbers(value::of_double(found), number) == 0;
}

std::vector<inferred_column> infer_columns(const page& rows) {
  using columns = std::map<std::string, kinds_seen, std::less<>>;
  using plan = std::vector<kinds_seen*>;
  columns known;
  shape_cache<plan> plans;
  for (const auto& row : rows.rows()) {
    if (!row.is_object()) {
      continue;
    }
    auto object = row.as_object();
    auto found = plans.find(object.fields(), [&known](const shape& fields) {
      plan result;
      for (const auto& name : fields.names()) {
        result.push_back(&known[name]);
      }
      return result;
    });
    for (size_t i = 0; i < object.size(); ++i) {
      (**found)[i]->add(object[i]);
    }
  }
  std::vector<inferred_column> result;
  for (const auto& [name, field] : known) {
    result.push_back({name, field.kind.value_or(column_kind::text)});
  }
  return result;
}

} // namespace faucet
