#include "connectors/postgres/bound_statement.hpp"

#include "config/scalar_text.hpp"
#include "database/postgres/type_ids.hpp"
#include "model/decimal.hpp"

#include <algorithm>

namespace faucet {

std::vector<pg_parameter> bound_statement::parameters() const {
  std::vector<pg_parameter> result;
  for (const auto& x : values) {
    result.push_back({x ? std::optional<std::string_view>{*x} : std::nullopt});
  }
  return result;
}

namespace {

struct integer_range {
  std::string_view type;
  std::string_view lowest;
  std::string_view highest;
};

std::optional<integer_range> range_of(uint32_t type) {
  switch (type) {
    case pg_id::int2:
      return integer_range{"smallint", "-32768", "32767"};
    case pg_id::int4:
      return integer_range{"integer", "-2147483648", "2147483647"};
    case pg_id::int8:
      return integer_range{"bigint", "-9223372036854775808", "9223372036854775807"};
    default:
      return std::nullopt;
  }
}

} // namespace

std::optional<std::string> integer_misfit(const std::string& number, uint32_t type) {
  auto range = range_of(type);
  auto value = decimal::parse(number);
  if (!range || !value
      || (*value >= *decimal::parse(range->lowest) && *value <= *decimal::parse(range->highest))) {
    return std::nullopt;
  }
  return number + " does not fit the type " + std::string{range->type};
}

std::optional<std::string> token_value(const sql_query& query, std::string_view token) {
  auto found = std::ranges::find(query.values, token, &bound_reference::token);
  return found == query.values.end() ? std::nullopt : parameter_text(found->value);
}

expected<void> check_parameters(const pg_result& described, const bound_statement& statement,
                                size_t given) {
  if (described.parameters() != statement.values.size()) {
    return fail(ec::invalid_config,
                "the query has " + std::to_string(described.parameters())
                  + " parameters, \"params\" " + std::to_string(given) + " values",
                "query");
  }
  for (size_t i = 0; i < given; ++i) {
    const auto& value = statement.values[i];
    auto misfit = value ? integer_misfit(*value, described.parameter_type(i)) : std::nullopt;
    if (misfit) {
      return fail(ec::invalid_config, std::move(*misfit), "params[" + std::to_string(i) + "]");
    }
  }
  return {};
}

std::optional<std::string> parameter_text(const node& scalar) {
  return scalar.is_null() ? std::nullopt : scalar_text(scalar);
}

} // namespace faucet
