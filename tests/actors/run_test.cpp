#include "actors/run.hpp"
#include "actors/system_config.hpp"
#include "connectors/write_epoch.hpp"
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
  call_log source_log;
  call_log other_source_log;
  call_log log;
  call_log other_log;
  real_config config;
  caf::actor_system system{config};

  row_plan row_of(const std::string& id, std::shared_ptr<source_driver> source,
                  call_log& sink_log) {
    row_plan result;
    result.id = id;
    result.source_type = "listed";
    result.sink_type = "recording";
    result.drivers = drivers_of(std::move(source), sink_log);
    return result;
  }

  static invocation_plan drivers_of(std::shared_ptr<source_driver> source, call_log& sink_log) {
    return {.source_type = "listed",
            .sink_type = "recording",
            .source = std::move(source),
            .transforms = {},
            .sink = std::make_shared<recording_sink>(sink_log)};
  }

  /// A run of several rows at a time.
  static run_plan plan_of(std::vector<row_plan> rows) {
    run_plan result;
    result.pipeline = "p";
    result.rows = std::move(rows);
    result.order.max_concurrent = 4;
    return result;
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
  auto report =
    run_to_end(plan_of({row_of("good", good_source, log), row_of("bad", bad_source, other_log)}));
  REQUIRE(report.invocations.size() == 2);
  CHECK(report.how() == outcome::failed);
  CHECK(report.invocations[0].how == outcome::completed);
  CHECK(report.invocations[0].records_out == 5);
  CHECK(report.invocations[1].failure == *bad_source->failure);
}

TEST_CASE_METHOD(run_fixture, "cancelling a run stops a source that waits") {
  auto source = std::make_shared<waiting_source>();
  auto waiting = source->waiting.get_future();
  auto plan = plan_of({row_of("row-0", source, log)});
  caf::scoped_actor self{system};
  auto running = self->spawn(run, std::move(plan), progress_listener{});
  auto answer = self->request(running, caf::infinite, atom::start{});
  waiting.wait();
  self->send(running, atom::cancel{});
  answer.receive([](const run_report& report) { CHECK(report.how() == outcome::cancelled); },
                 [](const caf::error& reason) { FAIL(caf::to_string(reason)); });
  CHECK(log == call_log{"open sink", "close cancelled"});
}

TEST_CASE_METHOD(run_fixture, "cancelling a run stops a sink that waits, and is no failure") {
  auto source = std::make_shared<listed_source>(source_log, std::deque<page>{make_page(2)});
  auto sink = std::make_shared<waiting_sink>();
  auto waiting = sink->waiting.get_future();
  auto plan = plan_of({row_of("row-0", source, log)});
  plan.rows[0].drivers->sink = sink;
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

namespace {

/// One object {"id": n} a record.
page ids(const std::vector<int64_t>& numbers) {
  page_builder builder;
  auto fields = make_shape({"id"});
  for (auto number : numbers) {
    auto [row, cells] = builder.object(fields);
    cells[0] = value::of_int(number);
    builder.add(row);
  }
  return builder.finish();
}

/// A parent with three records, and a child that reads one page for each; the sink of the parent
/// cannot write record `rejected`.
struct family_fixture : run_fixture {
  std::vector<std::string> children; ///< for which child drivers were made
  bool bad_second_child = false;

  run_plan family() {
    auto parent = row_of(
      "p", std::make_shared<listed_source>(source_log, std::deque<page>{ids({7, 8}), ids({9})}),
      log);
    parent.captured = {*field_path::parse("id")};
    row_plan child;
    child.id = "c";
    child.source_type = "listed";
    child.sink_type = "recording";
    child.parent = 0;
    child.name_all = [](std::span<const parent_values> records) {
      std::vector<invocation_name> result(records.size());
      for (size_t i = 0; i < records.size(); ++i) {
        result[i].parent_key = std::to_string(std::get<int64_t>(records[i].find("id")->content()));
      }
      return result;
    };
    child.make_drivers = [this](const parent_values& from) -> expected<invocation_plan> {
      auto id = std::to_string(std::get<int64_t>(from.find("id")->content()));
      children.push_back(id);
      if (bad_second_child && id == "8") {
        return fail(ec::invalid_config, "no such table", "orders_8");
      }
      return drivers_of(
        std::make_shared<listed_source>(other_source_log, std::deque<page>{make_page(1)}),
        other_log);
    };
    auto plan = plan_of({std::move(parent), std::move(child)});
    plan.order.max_concurrent = 1; // the children share a log
    return plan;
  }
};

std::vector<std::string> labels(const run_report& report) {
  std::vector<std::string> result;
  for (const auto& one : report.invocations) {
    result.push_back(label_of(one) + " " + to_string(one.how));
  }
  return result;
}

} // namespace

TEST_CASE_METHOD(family_fixture, "a child runs once for each record that its parent has written") {
  auto report = run_to_end(family());
  CHECK(labels(report) == std::vector<std::string>{"p ok", "c[7] ok", "c[8] ok", "c[9] ok"});
  CHECK(children == std::vector<std::string>{"7", "8", "9"});
  CHECK(report.invocations[1].run_id != report.invocations[2].run_id);
}

TEST_CASE_METHOD(family_fixture, "a record that the sink rejected has no child") {
  auto plan = family();
  auto sink = std::make_shared<recording_sink>(log);
  sink->rejects = {0}; // the first of each page
  plan.rows[0].drivers->sink = sink;
  plan.rows[0].letters = dead_letter_plan{0, {}};
  call_log letter_log;
  plan.dead_letter_sinks = {{"recording", std::make_shared<recording_sink>(letter_log)}};
  auto report = run_to_end(std::move(plan));
  CHECK(labels(report) == std::vector<std::string>{"p ok", "c[8] ok"});
  CHECK(letter_log
        == call_log{"open sink resuming", "write 1", "write 1", "flush", "close completed"});
}

TEST_CASE_METHOD(family_fixture, "sinks write as the owner of a claimed run, and only of one") {
  class fenced_recording_sink final : public recording_sink, public fenced_sink {
  public:
    using recording_sink::recording_sink;
    std::string told;

    void write_under(write_epoch mine) override {
      told = mine.scope() + " " + std::to_string(mine.epoch);
    }
  };
  auto plan = family();
  auto sink = std::make_shared<fenced_recording_sink>(log);
  call_log letter_log;
  auto letters = std::make_shared<fenced_recording_sink>(letter_log);
  plan.rows[0].drivers->sink = sink;
  plan.dead_letter_sinks = {{"recording", letters}};
  auto alone = plan;
  run_to_end(std::move(alone));
  CHECK(sink->told.empty());
  plan.hold = run_hold{"r1", 3};
  run_to_end(std::move(plan));
  CHECK(sink->told == "r1::p 3");
  CHECK(letters->told == "r1::dlq 3");
}

TEST_CASE_METHOD(family_fixture, "only a later owner of a claimed run waits for an earlier one") {
  class opened_sink final : public recording_sink {
  public:
    using recording_sink::recording_sink;
    std::chrono::milliseconds patience{-1};

    expected<void> open(const driver_context& context, const sink_start& start) override {
      patience = context.patience_with_earlier_owner;
      return recording_sink::open(context, start);
    }
  };
  auto patience_of = [this](std::optional<run_hold> hold) {
    auto plan = family();
    auto sink = std::make_shared<opened_sink>(log);
    plan.rows[0].drivers->sink = sink;
    plan.hold = std::move(hold);
    run_to_end(std::move(plan));
    return sink->patience;
  };
  CHECK(patience_of(std::nullopt).count() == 0);
  CHECK(patience_of(run_hold{"r1", 1}).count() == 0);
  CHECK(patience_of(run_hold{"r1", 2}) == std::chrono::minutes{10});
}

TEST_CASE_METHOD(family_fixture, "a child that cannot be made fails alone") {
  bad_second_child = true;
  auto report = run_to_end(family());
  CHECK(labels(report) == std::vector<std::string>{"p ok", "c[7] ok", "c[8] failed", "c[9] ok"});
  CHECK(render(report.invocations[2].failure) == "orders_8: no such table");
}

TEST_CASE_METHOD(family_fixture, "a child that could not be told from others fails alone",
                 "[P64]") {
  auto plan = family();
  plan.rows[1].name_all = [named = plan.rows[1].name_all](std::span<const parent_values> records) {
    auto names = named(records);
    names[1].refusal = error{ec::state_conflict, "two records have one key", "c"};
    return names;
  };
  auto report = run_to_end(std::move(plan));
  CHECK(labels(report) == std::vector<std::string>{"p ok", "c[7] ok", "c[8] failed", "c[9] ok"});
  CHECK(render(report.invocations[2].failure) == "c: two records have one key");
  CHECK(children == std::vector<std::string>{"7", "9"});
}

TEST_CASE_METHOD(family_fixture, "below a failed parent nothing runs and nothing fails", "[P302]") {
  auto plan = family();
  auto source = std::make_shared<listed_source>(source_log, std::deque<page>{ids({7})});
  source->failure = error{ec::source_failed, "torn record", "in.csv:7"};
  plan.rows[0].drivers->source = source;
  auto report = run_to_end(std::move(plan));
  CHECK(labels(report) == std::vector<std::string>{"p failed", "c skipped"});
  CHECK(report.invocations[1].failure.what == "parent row 'p' failed or was skipped");
}

TEST_CASE_METHOD(run_fixture, "with on_error stop a failed row cancels those under way", "[P103]") {
  auto source = std::make_shared<waiting_source>();
  auto bad_source = std::make_shared<listed_source>(other_source_log, std::deque<page>{});
  bad_source->failure = error{ec::source_failed, "no such file", "in.csv"};
  auto plan =
    plan_of({row_of("waiting", source, log), row_of("bad", bad_source, other_log),
             row_of("behind", std::make_shared<listed_source>(other_source_log, std::deque<page>{}),
                    other_log)});
  plan.rows[2].depends_on = {0};
  plan.order.stop_on_failure = true;
  auto report = run_to_end(std::move(plan));
  CHECK(labels(report)
        == std::vector<std::string>{"waiting cancelled", "bad failed", "behind skipped"});
  CHECK((log.empty() || log.back() == "close cancelled")); // never begun, or stopped in order
}

TEST_CASE_METHOD(run_fixture, "rows with one store share it, so that no two drivers hold it") {
  auto first =
    std::make_shared<listed_source>(source_log, std::deque<page>{make_page(2, bookmark{"2"})});
  auto second = std::make_shared<listed_source>(other_source_log,
                                                std::deque<page>{make_page(1, bookmark{"1"})});
  auto plan = plan_of({row_of("a", first, log), row_of("b", second, other_log)});
  auto store = std::make_shared<memory_store>();
  plan.stores = {store};
  plan.rows[0].store = plan.rows[1].store = 0;
  plan.rows[0].name.state_key = "p::a";
  plan.rows[1].name.state_key = "p::b";
  CHECK(run_to_end(std::move(plan)).how() == outcome::completed);
  CHECK(store->list("p::").value() == std::vector<std::string>{"p::a", "p::b"});
}
