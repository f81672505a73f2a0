#include "actors/make_run_plan.hpp"

#include "actors/row_planner.hpp"

#include <algorithm>
#include <thread>

namespace faucet {

namespace {

constexpr size_t default_concurrency = 8;

secret_mask secrets_of(const std::vector<row_spec>& rows) {
  secret_mask result;
  auto learn = [&result](const component_spec& x) {
    result.learn(x.type);
    result.learn(x.config);
  };
  for (const auto& row : rows) {
    learn(row.source);
    std::ranges::for_each(row.transforms, learn);
    learn(row.sink);
    if (row.state) {
      learn(*row.state);
    }
    if (row.dlq) {
      learn(row.dlq->sink);
    }
  }
  return result;
}

row_schedule::rules order_of(const execution_spec& spec, const plan_settings& settings) {
  size_t cores = std::max(1U, std::thread::hardware_concurrency());
  row_schedule::rules result{.max_concurrent = spec.max_concurrent.value_or(
                               static_cast<uint32_t>(std::min(cores, default_concurrency))),
                             .stop_on_failure = spec.on_error == error_policy::stop,
                             .heaviest_first = spec.schedule == dispatch_order::longest_first};
  if (settings.instead_sink) {
    result.max_concurrent = 1; // all rows write to one place
  }
  return result;
}

} // namespace

expected<run_plan> make_run_plan(const pipeline_spec& spec, const catalogue& connectors,
                                 const plan_settings& settings) {
  auto rows = expand_rows(spec);
  if (!rows) {
    return fail(std::move(rows));
  }
  return make_run_plan(spec, *rows, std::vector<bool>(rows->size(), true), connectors, settings);
}

expected<run_plan> make_run_plan(const pipeline_spec& spec, const std::vector<row_spec>& rows,
                                 const std::vector<bool>& runs, const catalogue& connectors,
                                 const plan_settings& settings) {
  run_plan plan;
  plan.pipeline = spec.name;
  plan.secrets = secrets_of(rows);
  plan.order = order_of(spec.execution, settings);
  plan.sample = settings.limit.has_value();
  plan.force = settings.force;
  if (settings.limit) {
    plan.limit = *settings.limit;
  }
  auto secrets = plan.secrets;
  auto result = row_planner{rows, runs, connectors, settings, std::move(plan)}.make();
  if (!result) {
    return tl::unexpected(masked(std::move(result).error(), secrets));
  }
  return result;
}

} // namespace faucet
