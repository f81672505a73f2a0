#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <span>
#include <string_view>

namespace faucet {

/// Position of a `type:` among the known ones. An unknown type is an error that names the place,
/// the nearest known type and all others; one of the grammar that is not built yet is told as such.
/// `role` is "source", "sink", "transform" or "state store".
expected<size_t> find_type(const node& type, std::span<const std::string_view> known,
                           std::string_view role);

} // namespace faucet
