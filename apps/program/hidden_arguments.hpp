#pragma once

namespace faucet {

/// Stars out the values of flags that are keys or tokens in a command line that was read, so that
/// nobody sees them in a list of processes any more.
void hide_arguments(int argc, char** argv) noexcept;

} // namespace faucet
