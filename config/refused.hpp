#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>
#include <utility>

namespace faucet {

/// A mistake in what stands at `where`.
inline tl::unexpected<error> refused(std::string what, const position& where) {
  return fail(ec::invalid_config, std::move(what), to_string(where));
}

} // namespace faucet
