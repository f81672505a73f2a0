#include "connectors/postgres/pg_replication.hpp"

#include <algorithm>

namespace faucet {

namespace {

struct late_rows_option {
  std::string late_rows;
};

void fields(option_visitor& v, late_rows_option& x) {
  v.field("late_rows", x.late_rows, std::string{},
          "Output column that holds the transaction that wrote the row: the system column xmin, or "
          "one that defaults to pg_current_xact_id(). A row is then delivered once no transaction "
          "before its own is running, whatever its cursor, so that none is missed which commits "
          "late. The column itself stays out of the records.");
}

} // namespace

expected<void> option_type<pg_replication>::read(const node& from, std::string_view key,
                                                 pg_replication& into) {
  into = {};
  auto rest = from;
  const auto* late_rows = from.find("late_rows");
  if (late_rows != nullptr) {
    auto& entries = std::get<node::map_type>(rest.content());
    std::erase_if(entries, [](const node::entry& x) { return x.key == "late_rows"; });
  }
  if (auto ok = option_type<query_replication>::read(rest, key, into); !ok) {
    return ok;
  }
  if (late_rows == nullptr) {
    return {};
  }
  auto name = std::string{key} + ".late_rows";
  if (auto ok = option_type<std::string>::read(*late_rows, name, into.late_rows); !ok) {
    return ok;
  }
  auto refuse = [&](const std::string& why) {
    return fail(ec::invalid_config, name + why, to_string(late_rows->where()));
  };
  if (!into.is_incremental()) {
    return refuse(" is of replication type incremental");
  }
  if (into.late_rows.empty()) {
    return refuse(" must not be empty");
  }
  if (into.late_rows == into.column) {
    return refuse(" and column must be two columns of the query");
  }
  return {};
}

type_schema option_type<pg_replication>::describe() {
  auto result = option_type<query_replication>::describe();
  for (auto& [name, variant] : result.variants) {
    if (name == "incremental") {
      std::ranges::copy(describe_options<late_rows_option>().options,
                        std::back_inserter(variant.options));
    }
  }
  return result;
}

} // namespace faucet
