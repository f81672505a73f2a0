#pragma once

#include <cstddef>

namespace faucet {

/// Lets this process open as many files as its hard limit says, and tells how many that are.
size_t raise_open_files();

/// How many connections may be open at a time, so that half of the files is left for the runs.
size_t most_connections(size_t open_files);

} // namespace faucet
