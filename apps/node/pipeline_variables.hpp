#pragma once

#include "config/environment.hpp"
#include "model/error.hpp"

#include <string>
#include <vector>

namespace faucet {

/// What submitted pipelines may read of this process's variables and of `env_file`, which may be
/// empty: those that are named, or all where none is; never one of `hidden`, nor of faucet's own,
/// which hold tokens and keys.
expected<environment> pipeline_variables(const std::string& env_file,
                                         const std::vector<std::string>& named,
                                         const std::vector<std::string>& hidden);

} // namespace faucet
