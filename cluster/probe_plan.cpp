#include "cluster/probe_plan.hpp"

#include "actors/hosting.hpp"

namespace faucet {

namespace {

/// Gathers what failed.
class probing {
public:
  template <class Question>
  void ask(const std::string& what, Question question) {
    auto outcome = call_driver(what, question);
    if (!outcome) {
      failures_ += (failures_.empty() ? "" : "; ") + what + ": " + render(outcome.error());
    }
  }

  [[nodiscard]] expected<void> outcome() const {
    return failures_.empty() ? expected<void>{} : fail(ec::unavailable, failures_, "doctor_first");
  }

private:
  std::string failures_;
};

} // namespace

expected<void> probe_plan(run_plan& plan, const std::shared_ptr<const std::atomic<bool>>& stop) {
  driver_context context;
  context.stop = stop;
  context.warn = [](const std::string&) {};
  probing result;
  for (auto& row : plan.rows) {
    if (!row.drivers || stop->load()) {
      continue;
    }
    result.ask("row " + row.id + ", source " + row.source_type,
               [&] { return row.drivers->source->probe(context); });
    result.ask("row " + row.id + ", sink " + row.sink_type,
               [&] { return row.drivers->sink->probe(context); });
  }
  for (const auto& letters : plan.dead_letter_sinks) {
    result.ask("dlq sink " + letters.type, [&] { return letters.driver->probe(context); });
  }
  for (const auto& store : plan.stores) {
    result.ask("state store", [&] { return store->check(); });
  }
  auto outcome = result.outcome();
  return outcome ? outcome : tl::unexpected(masked(std::move(outcome).error(), plan.secrets));
}

} // namespace faucet
