#pragma once

#include "actors/reports.hpp"

namespace faucet {

/// What the program's exit code says. Documented in docs/operations.md.
enum class exit_code : int {
  done = 0,
  failed = 1,      ///< the run, or what it touched, failed
  bad_usage = 2,   ///< a flag or the pipeline file is wrong; nothing was started
  cancelled = 130, ///< stopped by SIGINT or SIGTERM
};

/// The exit code for a run that ended so.
exit_code exit_code_for(outcome how) noexcept;

/// The exit code for a failure before any run.
exit_code exit_code_for(const error& failure) noexcept;

/// Prints "error: …" on stderr and says how to exit.
exit_code complain(const error& failure);

} // namespace faucet
