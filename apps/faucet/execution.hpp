#pragma once

#include "actors/reports.hpp"
#include "actors/run_plan.hpp"
#include "apps/program/exit_code.hpp"

#include <memory>

namespace faucet {

/// What a command's run lives in. While it exists, SIGINT and SIGTERM do not end the program by
/// themselves; make it when what a user may want to interrupt is the run.
class execution {
public:
  execution();
  ~execution();

  /// Runs a plan to its end. SIGINT and SIGTERM cancel it; warnings of its drivers go to the log;
  /// `live` draws progress on the terminal. Fails, and starts nothing, where the system does not
  /// allow the threads that the run needs.
  expected<run_report> run(run_plan plan, bool live);

private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

} // namespace faucet
