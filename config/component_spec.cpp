#include "config/component_spec.hpp"

#include <array>

namespace faucet {

void fields(option_visitor& v, component_spec& x) {
  v.field("type", x.type, required, "Name of the connector, transform or store.");
  v.field("config", x.config, node{node::map_type{}}, "Its options.");
}

void place_config(node& config, const node& type) {
  if (config.where().line == 0) {
    config = node{std::move(config.content()), type.where()};
  }
}

std::span<const enum_name<tier>> enum_names(tier) {
  static constexpr std::array<enum_name<tier>, 5> names{{{"mandatory", tier::mandatory},
                                                         {"active", tier::active},
                                                         {"available", tier::available},
                                                         {"draft", tier::draft},
                                                         {"archived", tier::archived}}};
  return names;
}

std::string_view name_of(tier x) {
  return enum_names(x)[static_cast<size_t>(x)].first;
}

} // namespace faucet
