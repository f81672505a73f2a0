#pragma once

#include "model/error.hpp"

#include <string>
#include <utility>

namespace faucet {

/// The failure of a flag, or of a variable in its place, that a node cannot go by.
inline tl::unexpected<error> refused_flag(std::string which, std::string what) {
  return fail(ec::invalid_config, std::move(what), std::move(which));
}

} // namespace faucet
