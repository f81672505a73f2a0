#include "apps/node/gateway/auth_file.hpp"

#include "config/document.hpp"
#include "config/each_reference.hpp"
#include "config/interpolation.hpp"
#include "config/options.hpp"

#include <algorithm>

namespace faucet {

constexpr std::array<enum_name<role>, 3> enum_names(role) {
  return {{{"viewer", role::viewer}, {"operator", role::operator_}, {"admin", role::admin}}};
}

namespace {

struct known_principal {
  std::string name;
  std::string token;
  role may = role::viewer;
};

void fields(option_visitor& v, known_principal& x) {
  v.field("name", x.name, required, "Who it is, in the audit log.");
  v.field("token", x.token, required, "What proves it.", {.secret = true});
  v.field("role", x.may, required, "viewer, operator or admin.");
}

struct auth_document {
  std::vector<known_principal> principals;
};

void fields(option_visitor& v, auth_document& x) {
  v.field("principals", x.principals, required, "Who may come in.");
}

/// Adds what a tree takes tokens from; its references still stand.
void add_origins(const node& x, known_people& to) {
  static_cast<void>(
    for_each_reference(x, [&to](const node&, const reference& found) -> expected<void> {
      if (found.separator == ':' && found.name == "file") {
        to.files.emplace_back(found.argument);
      } else if (found.separator == ':') {
        to.variables.emplace_back(found.argument);
      }
      return {};
    }));
}

/// Nothing varies in this file: no variables of its own, no rows, no parameters.
expected<void> resolve(node& document, const environment& variables) {
  definitions none;
  parameters no_params;
  auto clock = run_clock::start();
  interpolator resolver{none, no_params, variables, clock};
  return resolver.resolve(document, {.block = "principals", .varies = false});
}

} // namespace

expected<known_people> load_auth_file(const std::string& path, const environment& variables) {
  auto document = load_document(path);
  if (!document) {
    return fail(std::move(document));
  }
  known_people result;
  add_origins(*document, result);
  if (auto ok = resolve(*document, variables); !ok) {
    return fail(std::move(ok));
  }
  auth_document read;
  if (auto ok = read_options(*document, read, path); !ok) {
    return fail(std::move(ok));
  }
  if (read.principals.empty()) {
    return fail(ec::invalid_config, "names nobody who may come in", path);
  }
  for (auto& x : read.principals) {
    auto same = [&](const credential& other) { return other.who.name == x.name; };
    if (std::ranges::any_of(result.credentials, same)) {
      return fail(ec::invalid_config, "names \"" + x.name + "\" twice", path);
    }
    if (x.token.find_first_of(" \t\r\n") != std::string::npos) {
      return fail(ec::invalid_config, "the token of \"" + x.name + "\" holds a blank", path);
    }
    if (x.name.empty() || x.token.empty()) {
      return fail(ec::invalid_config, "a principal needs a name and a token", path);
    }
    result.credentials.push_back({{std::move(x.name), x.may}, std::move(x.token)});
  }
  return result;
}

} // namespace faucet
