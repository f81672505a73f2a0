#include "actors/run.hpp"
#include "actors/system_config.hpp"
#include "tests/actors/recorded_drivers.hpp"
#include "tests/catch.hpp"

#include <caf/all.hpp>

#include <future>

using namespace faucet;

namespace {

struct real_config : caf::actor_system_config {
  real_config() {
    configure(*this);
  }
};

/// A system with real threads, as a program has it. Each driver has a log of its own, which lives
/// longer than the system: a source may still be asked for a page that nobody waits for any more.
struct run_fixture {
  event_log source_log;
  event_log other_source_log;
  event_log log;
  event_log other_log;
  real_config config;
  caf::actor_system system{config};

  invocation_plan plan_of(const std::string& row, std::shared_ptr<source_driver> source,
                          event_log& sink_log) {
    return {.row = row,
            .source_type = "listed",
            .sink_type = "recording",
            .state_key = "p::" + row,
            .source = std::move(source),
            .transforms = {},
            .sink = std::make_shared<recording_sink>(sink_log)};
  }

  run_report run_to_end(run_plan plan) {
    caf::scoped_actor self{system};
    auto running = self->spawn(run, std::move(plan), progress_listener{});
    run_report result;
    self->request(running, caf::infinite, atom::start{})
      .receive([&result](run_report& report) { result = std::move(report); },
               [](const caf::error& reason) { FAIL(caf::to_string(reason)); });
    return result;
  }
};

/// Waits in `next` until it is stopped, as a quiet source does.
class waiting_source final : public source_driver {
public:
  std::promise<void> waiting;

  expected<void> open(const driver_context& context, const std::optional<bookmark>&) override {
    stop_ = context.stop;
    return {};
  }

  expected<std::optional<page>> next() override {
    if (!announced_) {
      announced_ = true;
      waiting.set_value();
    }
    while (!stop_->load()) {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return page{};
  }

private:
  std::shared_ptr<const std::atomic<bool>> stop_;
  bool announced_ = false;
};

/// Waits in `open` until the run is cancelled, as for the reader of a pipe.
class waiting_sink final : public sink_driver {
public:
  std::promise<void> waiting;

  expected<void> open(const driver_context& context, const sink_start&) override {
    waiting.set_value();
    while (!context.stopped()) {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return fail(ec::cancelled, "stopped waiting");
  }

  expected<void> write(const page&) override {
    return {};
  }

  expected<void> flush() override {
    return {};
  }

  expected<void> close(ending) override {
    return {};
  }
};

} // namespace

TEST_CASE_METHOD(run_fixture, "a run reports each invocation, the failed one too") {
  auto good_source =
    std::make_shared<listed_source>(source_log, std::deque<page>{make_page(2), make_page(3)});
  auto bad_source = std::make_shared<listed_source>(other_source_log, std::deque<page>{});
  bad_source->failure = error{ec::source_failed, "no such file", "in.csv"};
  run_plan plan;
  plan.pipeline = "p";
  plan.invocations.push_back(plan_of("good", good_source, log));
  plan.invocations.push_back(plan_of("bad", bad_source, other_log));
  auto report = run_to_end(std::move(plan));
  REQUIRE(report.invocations.size() == 2);
  CHECK(report.how() == outcome::failed);
  CHECK(report.invocations[0].how == outcome::completed);
  CHECK(report.invocations[0].records_out == 5);
  CHECK(report.invocations[1].failure == *bad_source->failure);
}

TEST_CASE_METHOD(run_fixture, "cancelling a run stops a source that waits") {
  auto source = std::make_shared<waiting_source>();
  auto waiting = source->waiting.get_future();
  run_plan plan;
  plan.invocations.push_back(plan_of("row-0", source, log));
  caf::scoped_actor self{system};
  auto running = self->spawn(run, std::move(plan), progress_listener{});
  auto answer = self->request(running, caf::infinite, atom::start{});
  waiting.wait();
  self->send(running, atom::cancel{});
  answer.receive([](const run_report& report) { CHECK(report.how() == outcome::cancelled); },
                 [](const caf::error& reason) { FAIL(caf::to_string(reason)); });
  CHECK(log == event_log{"open sink", "close cancelled"});
}

TEST_CASE_METHOD(run_fixture, "cancelling a run stops a sink that waits, and is no failure") {
  auto source = std::make_shared<listed_source>(source_log, std::deque<page>{make_page(2)});
  auto sink = std::make_shared<waiting_sink>();
  auto waiting = sink->waiting.get_future();
  run_plan plan;
  plan.invocations.push_back(plan_of("row-0", source, log));
  plan.invocations.back().sink = sink;
  caf::scoped_actor self{system};
  auto running = self->spawn(run, std::move(plan), progress_listener{});
  auto answer = self->request(running, caf::infinite, atom::start{});
  waiting.wait();
  self->send(running, atom::cancel{});
  answer.receive([](const run_report& report) { CHECK(report.how() == outcome::cancelled); },
                 [](const caf::error& reason) { FAIL(caf::to_string(reason)); });
}

TEST_CASE_METHOD(run_fixture, "a run without rows completes") {
  CHECK(run_to_end(run_plan{}).how() == outcome::completed);
}
