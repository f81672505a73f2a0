#pragma once

#include "config/options.hpp"

namespace faucet {

/// Something that `type:` names: a connector, a transform or a state store. What its `config:`
/// holds is read by whoever has that name.
struct component_spec {
  node type;
  node config;
};

void fields(option_visitor& v, component_spec& x);

/// Messages about options that are missing altogether point at the type.
void place_config(node& config, const node& type);

/// How far a row is trusted, and so whether it runs when nobody asks for it.
enum class tier { mandatory, active, available, draft, archived };

std::span<const enum_name<tier>> enum_names(tier);

std::string_view name_of(tier x);

} // namespace faucet
