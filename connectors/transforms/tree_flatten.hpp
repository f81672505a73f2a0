#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Makes a record of each leaf of a tree, as reports come: the leaf's cells named by the report's
/// header, and the labels of the nodes above it.
transform_descriptor tree_flatten_transform();

} // namespace faucet
