#include "apps/node/submission_check.hpp"

#include "actors/hosting.hpp"
#include "apps/node/submission_doctor.hpp"

namespace faucet {

namespace {

submitted_run run_of(const submitted_pipeline& x) {
  return {.config = x.config, .format = x.format, .details = x.details};
}

expected<probed_pipeline> probed(const submitted_run& run, const execution_place& place,
                                 std::chrono::seconds limit) {
  auto claimed = plan_of(run, place);
  if (!claimed) {
    return fail(std::move(claimed));
  }
  auto begin = std::chrono::steady_clock::now();
  auto rows = probe_roots(claimed->plan, limit);
  auto took =
    std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  return probed_pipeline{
    .report = report_json("config." + run.format, rows, static_cast<uint64_t>(took.count())),
    .unwell = failures_in(rows)};
}

} // namespace

pipeline_check check_with(std::shared_ptr<const execution_place> place) {
  return [place = std::move(place)](const submitted_pipeline& x) {
    return call_driver("config", [&] {
      return check_submission(run_of(x), *place).map([](checked_submission&& found) {
        return checked_pipeline{.name = std::move(found.name),
                                .pool = std::move(found.pool),
                                .selection = std::move(found.selection),
                                .depends_on = std::move(found.depends_on),
                                .forbidden = std::move(found.forbidden)};
      });
    });
  };
}

pipeline_probe probe_with(std::shared_ptr<const execution_place> place,
                          std::chrono::seconds limit) {
  return [place = std::move(place), limit](const submitted_pipeline& x) {
    return call_driver("config", [&] { return probed(run_of(x), *place, limit); });
  };
}

std::function<expected<std::string>(const submitted_run&)>
probe_claimed_with(const execution_place& place, std::chrono::seconds limit) {
  return [&place, limit](const submitted_run& run) {
    return probed(run, place, limit).map([](probed_pipeline&& found) {
      return std::move(found.unwell);
    });
  };
}

} // namespace faucet
