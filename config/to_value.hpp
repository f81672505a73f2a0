#pragma once

#include "config/node.hpp"
#include "model/page_builder.hpp"
#include "model/value.hpp"

namespace faucet {

/// A configured constant as a cell in the builder's memory. Maps keep the order of the file. Equal
/// maps within one call share a shape; convert a constant once, not once a record.
value to_value(const node& from, page_builder& into);

} // namespace faucet
