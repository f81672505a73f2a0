#pragma once

#include "model/error.hpp"
#include "model/shape.hpp"

#include <span>

namespace faucet {

/// Refuses that two fields of a record would get one name, for one of the values would be lost.
/// `renamed` holds the new name of each field of `from`.
expected<void> refuse_collisions(const shape& from, std::span<const std::string_view> renamed);

} // namespace faucet
