#pragma once

#include "model/page_builder.hpp"

#include <span>
#include <utility>

namespace faucet {

/// A copy whose cells may be changed before the next call. It shares the shape and the deeper
/// values of `origin`, so keep alive in `out` what `origin` lives in.
std::pair<value, std::span<value>> copy_object(object_view origin, page_builder& out);

} // namespace faucet
