#include "connectors/sql/query_replication.hpp"

#include "connectors/config_error.hpp"

namespace faucet {

namespace {

struct full_reading {
  std::string type;
};

void fields(option_visitor& v, full_reading& x) {
  v.field("type", x.type, required, "What a run reads.");
}

struct incremental_reading_options {
  std::string column;
  node initial_value;
};

void fields(option_visitor& v, incremental_reading_options& x) {
  v.field("column", x.column, required, "Output column of the query that is the cursor.");
  v.field("initial_value", x.initial_value, required,
          "Where the first run begins to read, inclusive.");
}

/// The `type` that all variants have, and the options of one.
struct tagged_incremental : incremental_reading_options {
  std::string type;
};

void fields(option_visitor& v, tagged_incremental& x) {
  v.field("type", x.type, required, "What a run reads.");
  fields(v, static_cast<incremental_reading_options&>(x));
}

template <class T>
expected<T> read_variant(const node& from, std::string_view key) {
  T result;
  return option_type<T>::read(from, key, result).map([&] { return std::move(result); });
}

} // namespace

expected<void> option_type<query_replication>::read(const node& from, std::string_view key,
                                                    query_replication& into) {
  into = {};
  if (const auto* type = from.find("type"); type != nullptr) {
    auto name = std::string{key} + ".type";
    if (auto ok = option_type<replication_type>::read(*type, name, into.type); !ok) {
      return ok;
    }
  }
  if (!into.is_incremental()) {
    return read_variant<full_reading>(from, key).map([](const auto&) {});
  }
  auto options = read_variant<tagged_incremental>(from, key);
  if (!options) {
    return fail(std::move(options));
  }
  if (options->column.empty()) {
    return fail(ec::invalid_config, std::string{key} + ".column must not be empty",
                to_string(from.find("column")->where()));
  }
  const auto& start = options->initial_value;
  if (start.is_null() || start.list() != nullptr || start.map() != nullptr) {
    return detail::wrong_type(start, std::string{key} + ".initial_value", "a text or a number");
  }
  into.column = std::move(options->column);
  into.initial_value = std::move(options->initial_value);
  return {};
}

type_schema option_type<query_replication>::describe() {
  type_schema result{.what = type_schema::form::tagged, .tag = "type"};
  result.variants.emplace_back("full", type_schema{.what = type_schema::form::object});
  result.variants.emplace_back("incremental", describe_options<incremental_reading_options>());
  return result;
}

expected<query_text> check_query(const sql_query& query, const query_replication& replication,
                                 const sql_dialect& dialect, std::string_view cursor_token,
                                 const node& config) {
  auto result = query_text::scan(query.text, dialect, cursor_token);
  if (!result) {
    return config_error(config, "query", result.error().what);
  }
  if (!replication.is_incremental() && result->uses(cursor_token)) {
    return config_error(config, "query",
                        "the query uses " + std::string{cursor_token}
                          + ", which only \"replication: {type: incremental, …}\" gives a value");
  }
  if (auto ok = result->refuse_strict(cursor_token); !ok) {
    return config_error(config, "query", ok.error().what);
  }
  return result;
}

} // namespace faucet
