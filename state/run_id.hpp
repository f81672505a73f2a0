#pragma once

#include <string>

namespace faucet {

/// A name for one invocation that no other has, here or elsewhere: a UUID of version 7, so that
/// later ones sort behind earlier ones.
std::string make_run_id();

} // namespace faucet
