#include "connectors/postgres/late_rows.hpp"

#include "connectors/formats/json_parser.hpp"
#include "database/postgres/type_ids.hpp"
#include "model/json_writer.hpp"

#include <charconv>

namespace faucet {

namespace {

constexpr uint64_t epoch = uint64_t{1} << 32; ///< after so many, 32-bit numbers begin again

uint64_t transaction_number(std::string_view text) {
  uint64_t result = 0;
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

/// Who holds the horizon where it is, if it has done so for long.
constexpr const char* holder_query =
  "SELECT * FROM (SELECT 'process ' || pid, extract(epoch FROM now() - xact_start)::bigint / 60 "
  "FROM pg_catalog.pg_stat_activity WHERE backend_xid::text = $1 "
  "UNION ALL SELECT 'prepared transaction ' || gid, "
  "extract(epoch FROM now() - prepared)::bigint / 60 "
  "FROM pg_catalog.pg_prepared_xacts WHERE transaction::text = $1) AS x(who, minutes) "
  "WHERE minutes >= $2::bigint";

expected<uint64_t> position_number(const value& x, std::string_view name) {
  if (x.kind() == kind::int64 && x.as_int() >= 0) {
    return static_cast<uint64_t>(x.as_int());
  }
  return fail(ec::state_failed, "\"" + std::string{name} + "\" is no transaction's number",
              "stored bookmark");
}

} // namespace

expected<transaction_horizon> read_horizon(pg_connection& server,
                                           const std::function<void(std::string)>& warn,
                                           std::chrono::minutes long_running) {
  constexpr int first_version = 130000;
  if (server.server_version() < first_version) {
    return fail(ec::source_failed, "\"late_rows\" needs PostgreSQL 13 or later", server.name());
  }
  auto row = server.execute("SELECT pg_catalog.pg_snapshot_xmin(s), pg_catalog.pg_snapshot_xmax(s) "
                            "FROM pg_catalog.pg_current_snapshot() s");
  if (!row) {
    return fail(std::move(row));
  }
  transaction_horizon result{transaction_number(row->text(0, 0)),
                             transaction_number(row->text(0, 1))};
  auto holder = std::to_string(result.settled % epoch);
  auto minutes = std::to_string(long_running.count());
  const std::array<pg_parameter, 2> parameters{pg_parameter{holder}, pg_parameter{minutes}};
  auto holders = server.execute(holder_query, parameters);
  if (!holders) {
    return fail(std::move(holders));
  }
  if (holders->rows() > 0 && warn) {
    warn("rows written in the last " + std::string{holders->text(0, 1)}
         + " minutes are held back: transaction " + std::to_string(result.settled) + " ("
         + std::string{holders->text(0, 0)} + ") is still running");
  }
  return result;
}

std::optional<std::string> slice_condition(const std::string& column, uint32_t type,
                                           const transaction_slice& slice, uint64_t next) {
  auto first = slice.from == 0;
  auto from = std::to_string(slice.from);
  auto upto = std::to_string(slice.upto);
  if (type == pg_id::xid8 || type == pg_id::int8) {
    auto typed = [&](const std::string& x) {
      return "CAST('" + x + "' AS pg_catalog." + (type == pg_id::xid8 ? "xid8" : "int8") + ")";
    };
    auto below = column + " < " + typed(upto);
    return first ? "(" + column + " IS NULL OR " + below + ")"
                 : column + " >= " + typed(from) + " AND " + below;
  }
  if (type == pg_id::xid) {
    // 32 bits of the number are known. Counted back from the next one they are told apart as long
    // as the row is not older than 2^32 transactions; 0 to 2 stand for "older than all".
    auto low = column + "::text::bigint";
    auto age = "((" + std::to_string(next % epoch) + " - " + low + ") & 4294967295)";
    auto below = age + " > " + std::to_string(next - slice.upto);
    return first ? "(" + low + " < 3 OR " + below + ")"
                 : low + " >= 3 AND " + below + " AND " + age
                     + " <= " + std::to_string(next - slice.from);
  }
  return std::nullopt;
}

expected<std::optional<slice_position>> slice_position::parse(const bookmark& stored) {
  page_builder memory;
  auto parsed = json_parser{}.parse(stored.json, memory);
  if (!parsed || !parsed->is_object()) {
    return std::nullopt; // whoever reads it complains
  }
  auto fields = parsed->as_object();
  const auto* horizon = fields.find("horizon");
  if (horizon == nullptr) {
    return std::nullopt;
  }
  slice_position result;
  auto read_horizon = position_number(*horizon, "horizon");
  if (!read_horizon) {
    return fail(std::move(read_horizon));
  }
  result.horizon = *read_horizon;
  const auto* upto = fields.find("upto");
  if (upto == nullptr) {
    return result;
  }
  auto read_upto = position_number(*upto, "upto");
  if (!read_upto) {
    return fail(std::move(read_upto));
  }
  result.upto = *read_upto;
  const auto* reached = fields.find("value");
  if (reached == nullptr || reached->is_null() || *result.upto < result.horizon) {
    return fail(ec::state_failed, "is no position of a read with \"late_rows\"", "stored bookmark");
  }
  std::string within = R"({"value":)";
  append_json(within, *reached);
  if (const auto* boundary = fields.find("boundary")) {
    within += R"(,"boundary":)";
    append_json(within, *boundary);
  }
  result.within = bookmark{within + "}"};
  return result;
}

bookmark slice_position::to_bookmark() const {
  auto result = R"({"horizon":)" + std::to_string(horizon);
  if (!upto || !within) {
    return bookmark{result + "}"};
  }
  result += R"(,"upto":)" + std::to_string(*upto) + ",";
  // A bookmark of the time before slices may be a bare value.
  auto is_object = within->json.starts_with('{');
  return bookmark{result
                  + (is_object ? within->json.substr(1) : R"("value":)" + within->json + "}")};
}

} // namespace faucet
