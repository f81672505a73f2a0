#include "state/postgres_store_options.hpp"

#include "database/postgres/address_check.hpp"
#include "database/postgres/address_only_field.hpp"
#include "state/postgres_store.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr size_t longest_identifier = 63;

bool is_identifier(std::string_view name) {
  auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && name.size() <= longest_identifier && is_letter(name.front())
         && std::ranges::all_of(name,
                                [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

} // namespace

void fields(option_visitor& v, postgres_store_options& x) {
  v.field("url", x.url, required, "Address of the database: postgresql://user:password@host/name.",
          {.former_name = "connection_url", .secret = true, .leads_to = reach::server});
  address_only_field(v, x.address_only);
  v.field("table", x.table, "faucet_state", "Table of the bookmarks.");
  v.field("ensure_table", x.ensure_table, false, "Make the table where it is missing.");
  v.field("max_connections", x.max_connections, int64_t{5},
          "Connections that the store may open at most. It needs one.", {.minimum = 1});
}

expected<std::unique_ptr<state_store>> make_postgres_store(const node& config) {
  postgres_store_options options;
  if (auto read = read_options(config, options, "state store postgres"); !read) {
    return fail(std::move(read));
  }
  auto where = [&config](std::string_view option) {
    const auto* found = config.find(option);
    return to_string(found != nullptr ? found->where() : config.where());
  };
  if (auto valid = check_pg_address(options.url); !valid) {
    return fail(ec::invalid_config, "state store postgres: \"url\": " + valid.error().what,
                where("url"));
  }
  if (!is_identifier(options.table)) {
    return fail(ec::invalid_config,
                "state store postgres: \"table\" must be a name of at most 63 letters, digits and "
                "_, not beginning with a digit",
                where("table"));
  }
  return std::make_unique<postgres_store>(postgres_store_settings{
    options.url, options.table, options.ensure_table, options.address_only});
}

} // namespace faucet
