#include "connectors/postgres/keyed_groups.hpp"

#include "connectors/postgres/plain_key.hpp"

#include <algorithm>
#include <map>

namespace faucet {

namespace {

using statement = std::pair<bool, std::vector<size_t>>; ///< deletes come last

bool are_plain(const page& rows, const keyed_rows& plan, const std::vector<pg_column>& columns,
               std::span<const std::string> key) {
  std::vector<const pg_column*> of_key;
  for (const auto& name : key) {
    of_key.push_back(&*std::ranges::find(columns, name, &pg_column::name));
  }
  return std::ranges::all_of(plan.writes, [&](const keyed_write& write) {
    auto record = rows.rows()[write.row].as_object();
    return std::ranges::all_of(of_key, [&](const pg_column* column) {
      const auto* cell = record.find(column->name);
      return cell != nullptr && is_plain_key(*column, *cell);
    });
  });
}

} // namespace

std::vector<pg_keyed_group> group_writes(const page& rows, const keyed_rows& plan,
                                         const std::vector<pg_column>& columns,
                                         std::span<const std::string> key,
                                         pg_field_places& places) {
  std::map<statement, std::vector<size_t>> by_statement;
  std::vector<pg_keyed_group> in_order;
  for (const auto& write : plan.writes) {
    statement which{write.remove, {}};
    if (!write.remove) {
      which.second = places.columns_of(rows.rows()[write.row]);
    }
    if (in_order.empty() || in_order.back().remove != which.first
        || in_order.back().columns != which.second) {
      in_order.push_back({which.first, which.second, {}});
    }
    in_order.back().positions.push_back(write.row);
    by_statement[std::move(which)].push_back(write.row);
  }
  if (in_order.size() == by_statement.size() || !are_plain(rows, plan, columns, key)) {
    return in_order;
  }
  std::vector<pg_keyed_group> result;
  for (auto& [which, positions] : by_statement) {
    result.push_back({which.first, which.second, std::move(positions)});
  }
  return result;
}

} // namespace faucet
