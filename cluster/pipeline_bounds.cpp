#include "cluster/pipeline_bounds.hpp"

#include "config/deferred_text.hpp"
#include "config/each_reference.hpp"
#include "config/option_lookup.hpp"
#include "config/secret_managers.hpp"
#include "database/postgres/address_check.hpp"
#include "database/postgres/address_reach.hpp"
#include "database/sqlite/address.hpp"
#include "model/ascii_case.hpp"
#include "model/link_local.hpp"
#include "model/utf8.hpp"
#include "state/redis_address.hpp"
#include "state/store_types.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// How much of a path or a name is shown.
constexpr size_t longest_shown = 200;

tl::unexpected<error> refuse(const node& x, std::string_view what, const std::string& why) {
  return fail(
    ec::invalid_config,
    (x.secret() ? std::string{"what it says"} : "\"" + shortened(what, longest_shown) + "\"") + " "
      + why,
    to_string(x.where()));
}

/// Calls `visit(config, type)` for each part of a row, and stops where that refuses; what no
/// connector is called stands elsewhere to be refused.
template <class Row, class Visit>
expected<void> for_each_part(Row& row, const catalogue& connectors, Visit&& visit) {
  auto see = [&visit](auto& part, const auto& found) {
    return found ? visit(part.config, (*found)->options()) : expected<void>{};
  };
  auto result = see(row.source, find_source(connectors, row.source.type));
  for (auto step = row.transforms.begin(); result && step != row.transforms.end(); ++step) {
    result = see(*step, find_transform(connectors, step->type));
  }
  if (result) {
    result = see(row.sink, find_sink(connectors, row.sink.type));
  }
  if (result && row.dlq) {
    result = see(row.dlq->sink, find_sink(connectors, row.dlq->sink.type));
  }
  if (result && row.state) {
    result = see(*row.state, find_store(row.state->type));
  }
  return result;
}

/// Where the address of a server leads; nothing of one that is none.
struct server_reach {
  std::string scheme;
  std::vector<std::string> hosts;
  std::vector<std::string> files;
  bool by_service = false;
};

std::optional<server_reach> reach_of(const std::string& address) {
  if (auto redis = parse_redis_address(address)) {
    return server_reach{redis->tls ? "rediss" : "redis", {redis->host}, {}, false};
  }
  if (!check_pg_address(address)) {
    return std::nullopt;
  }
  auto found = pg_reach_of(address);
  return server_reach{"postgres", std::move(found.hosts), std::move(found.files), found.by_service};
}

} // namespace

bool is_own_variable(std::string_view name) {
  return name.starts_with("FAUCET_");
}

pipeline_bounds::pipeline_bounds(bound_settings settings)
  : settings_(std::move(settings)), closed_(settings_.own_files, settings_.roots) {
  for (auto& scheme : settings_.url_schemes) {
    scheme = same_but_for_case(scheme, "postgresql") ? "postgres" : scheme;
  }
}

expected<void> pipeline_bounds::check_references(const node& document) const {
  return for_each_reference(document, [this](const node& text, const reference& found) {
    return found.separator == ':' ? check_reference(text, found) : expected<void>{};
  });
}

expected<void> pipeline_bounds::check_reference(const node& x, const reference& found) const {
  if (found.name == "file") {
    return check_path(x, std::string{found.argument});
  }
  if (is_secret_manager(found.name)) {
    return check_secret_manager(x, found.name);
  }
  if (found.name != "env" && found.name != "secret") {
    return {};
  }
  auto is_among = [&found](const std::vector<std::string>& names) {
    return std::ranges::find(names, found.argument) != names.end();
  };
  auto is_own = is_own_variable(found.argument) || is_among(settings_.own_variables);
  auto may_be_read = settings_.variables.empty() || is_among(settings_.variables);
  return may_be_read && !is_own
           ? expected<void>{}
           : refuse(x, found.argument,
                    "is a variable that submitted pipelines may not read (--allow-env)");
}

expected<void> pipeline_bounds::check_secret_manager(const node& x, std::string_view name) const {
  const auto& allowed = settings_.secret_schemes;
  return std::ranges::find(allowed, name) != allowed.end()
           ? expected<void>{}
           : refuse(x, name,
                    "is a secret manager that submitted pipelines may not use "
                    "(--allow-secret-scheme)");
}

expected<void> pipeline_bounds::check(const row_spec& row, const catalogue& connectors) const {
  return for_each_part(row, connectors, [this](const node& config, const type_schema& type) {
    return check(config, type);
  });
}

expected<void> pipeline_bounds::check(const node& config, const type_schema& type) const {
  expected<void> result;
  if (config.text() != nullptr) {
    return check_text(config, type.leads_to);
  }
  if (const auto* list = config.list()) {
    for (auto item = list->begin(); result && item != list->end(); ++item) {
      result = check(*item, type_of_items(type));
    }
  }
  if (const auto* map = config.map()) {
    for (auto entry = map->begin(); result && entry != map->end(); ++entry) {
      result = check(entry->value, type_under(type, config, entry->key));
    }
  }
  return result;
}

expected<void> pipeline_bounds::check_text(const node& x, reach leads_to) const {
  const auto& text = *x.text();
  auto waits = x.deferred() != nullptr;
  if (text.empty() || (waits && (x.deferred()->whole() != nullptr || leads_to == reach::server))) {
    return {};
  }
  if (leads_to == reach::path) {
    return check_path(x, text);
  }
  if (leads_to == reach::database) {
    auto address = parse_sqlite_address(text);
    return address && !address->in_memory() ? check_path(x, address->path) : expected<void>{};
  }
  return leads_to == reach::server ? check_server(x) : expected<void>{};
}

expected<void> pipeline_bounds::check_path(const node& x, const std::string& path) const {
  auto objection = closed_.objection(path);
  return objection ? refuse(x, path, *objection) : expected<void>{};
}

expected<void> pipeline_bounds::check_server(const node& x) const {
  auto found = reach_of(*x.text());
  if (!found) {
    return {};
  }
  for (const auto& file : found->files) {
    if (auto ok = check_path(x, file); !ok) {
      return ok;
    }
  }
  if (!settings_.url_schemes.empty()
      && !contains_but_for_case(settings_.url_schemes, found->scheme)) {
    return refuse(x, found->scheme,
                  "is a scheme that submitted pipelines may not use "
                  "(--allow-url-scheme)");
  }
  if (found->by_service) {
    return refuse(x, "service", "is a file of the node's, which submitted pipelines may not use");
  }
  for (const auto& host : found->hosts) {
    if (contains_but_for_case(settings_.url_hosts, host)) {
      continue;
    }
    if (!settings_.url_hosts.empty()) {
      return refuse(x, host, "is a host that submitted pipelines may not reach (--allow-url-host)");
    }
    if (is_link_local(host) || is_odd_number(host)) {
      return refuse(x, host, "is link-local or a metadata service (--allow-url-host)");
    }
  }
  return {};
}

void confine(row_spec& row, const catalogue& connectors) {
  static_cast<void>(
    for_each_part(row, connectors, [](node& config, const type_schema& type) -> expected<void> {
      for (const auto& option : type.options) {
        auto* entries = std::get_if<node::map_type>(&config.content());
        if (!option.confines || entries == nullptr) {
          continue;
        }
        std::erase_if(*entries, [&](const auto& entry) { return entry.key == option.name; });
        entries->push_back({option.name, node{true, config.where()}, config.where()});
      }
      return {};
    }));
}

} // namespace faucet
