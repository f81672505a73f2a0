#include "config/set_params.hpp"

#include "config/scalar_text.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// The entry of a map, which is there.
node& value_in(node& map, std::string_view key) {
  auto& entries = std::get<node::map_type>(map.content());
  return std::ranges::find(entries, key, &node::entry::key)->value;
}

void forget(node& map, std::string_view key) {
  auto& entries = std::get<node::map_type>(map.content());
  std::erase_if(entries, [key](const node::entry& x) { return x.key == key; });
}

void set(node& map, std::string_view key, node value) {
  forget(map, key);
  std::get<node::map_type>(map.content())
    .push_back({.key = std::string{key}, .value = std::move(value), .where = {}});
}

} // namespace

expected<given_params> set_params(node& document, const given_params& given,
                                  secret_values secrets) {
  auto bound = parameters::bind(document.find("params"), given, false);
  if (!bound) {
    return fail(std::move(bound));
  }
  given_params result;
  for (const auto& [name, text] : given) {
    const auto& entry = **bound->find(name);
    auto& declared = value_in(value_in(document, "params"), name);
    if (declared.is_null()) { // declared with nothing behind its name
      declared.content() = node::map_type{};
    }
    if (entry.spec.secret) {
      result.emplace_back(name, scalar_text(*entry.given).value_or(text));
    }
    auto is_set = !entry.spec.secret || secrets == secret_values::set;
    set(declared, "required", node{!is_set});
    if (is_set) {
      set(declared, "default", *entry.given);
    } else {
      forget(declared, "default");
    }
  }
  return result;
}

} // namespace faucet
