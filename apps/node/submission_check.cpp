#include "apps/node/submission_check.hpp"

#include "actors/hosting.hpp"
#include "apps/node/submission_doctor.hpp"

namespace faucet {

namespace {

/// Adds what probes find out, where they are asked for.
expected<checked_pipeline> probed(checked_pipeline found, const submitted_run& run,
                                  const execution_place& place, std::chrono::seconds limit) {
  auto wishes = read_wishes(run.details);
  if (!found.forbidden.empty() || !wishes || !wishes->doctor_first) {
    return found;
  }
  auto claimed = plan_of(run, place);
  if (!claimed) {
    return fail(std::move(claimed));
  }
  auto begin = std::chrono::steady_clock::now();
  auto rows = probe_roots(claimed->plan, limit);
  auto took =
    std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  found.unwell = failures_in(rows);
  found.report = report_json("config." + run.format, rows, static_cast<uint64_t>(took.count()));
  return found;
}

} // namespace

pipeline_check check_with(std::shared_ptr<const execution_place> place,
                          std::chrono::seconds limit) {
  return [place = std::move(place), limit](const submitted_pipeline& x) {
    return call_driver("config", [&] {
      submitted_run run{.config = x.config, .format = x.format, .details = x.details};
      return check_submission(run, *place).and_then([&](checked_submission&& found) {
        return probed({.name = std::move(found.name),
                       .pool = std::move(found.pool),
                       .selection = std::move(found.selection),
                       .depends_on = std::move(found.depends_on),
                       .forbidden = std::move(found.forbidden),
                       .report = {},
                       .unwell = {}},
                      run, *place, limit);
      });
    });
  };
}

} // namespace faucet
