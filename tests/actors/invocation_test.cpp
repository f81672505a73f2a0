#include "actors/defaults.hpp"
#include "state/envelope.hpp"
#include "tests/actors/invocation_fixture.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace faucet;

namespace {

/// Lets pages through until it fails.
class failing_transform final : public transform {
public:
  explicit failing_transform(uint64_t first_bad) : first_bad_(first_bad) {
    // nop
  }

  expected<page> apply(page_cursor& input) override {
    for (; !input.at_end(); input.advance()) {
      if (input.record_number() == first_bad_) {
        return fail(ec::transform_failed, "not a number", "record " + std::to_string(first_bad_));
      }
    }
    return input.origin();
  }

private:
  uint64_t first_bad_;
};

} // namespace

TEST_CASE_METHOD(invocation_fixture, "a bookmark is stored only after the sink has flushed",
                 "[P34]") {
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"})});
  run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 2", "flush", "put 2", "write 3", "flush",
                    "put 5", "close completed"});
  CHECK(report.how == outcome::completed);
  CHECK(report.records_in == 5);
  CHECK(report.records_out == 5);
  CHECK(report.checkpoints == 2);
  CHECK(report.position == bookmark{"5"});
}

TEST_CASE_METHOD(invocation_fixture, "a page without a bookmark is neither flushed nor stored") {
  prepare({make_page(2), make_page(3, bookmark{"5"}), make_page(1)});
  run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 2", "write 3", "flush", "put 5", "write 1",
                    "close completed"});
}

TEST_CASE_METHOD(invocation_fixture, "without a store nothing is flushed before the end") {
  checkpoints = false;
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"})});
  run();
  CHECK(effects() == call_log{"open source", "open sink", "write 2", "write 3", "close completed"});
  CHECK(report.position == std::nullopt);
}

TEST_CASE_METHOD(invocation_fixture, "a failed flush ends the run and stores nothing") {
  sink->failing = "flush";
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"})});
  run();
  CHECK(effects() == call_log{"open source", "open sink", "write 2", "flush", "close failed"});
  CHECK(report.how == outcome::failed);
  CHECK(report.failure == error{ec::sink_failed, "no space left on device", "out.jsonl"});
}

TEST_CASE_METHOD(invocation_fixture, "a failed write ends the run without flush or bookmark") {
  sink->failing = "write 2";
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"})});
  run();
  CHECK(effects() == call_log{"open source", "open sink", "write 2", "close failed"});
}

TEST_CASE_METHOD(invocation_fixture,
                 "behind a page that could not be written no other is written") {
  sink->failing = "write 2";
  SECTION("where pages are not checkpointed") {
    checkpoints = false;
  }
  SECTION("where pages carry no bookmark") {
  }
  prepare({make_page(1), make_page(2), make_page(3), make_page(4)});
  run();
  CHECK(effects().back() == "close failed");
  CHECK(std::ranges::count(log, "write 1") == 1);
  CHECK(std::ranges::find(log, "write 3") == log.end());
  CHECK(std::ranges::find(log, "write 4") == log.end());
  CHECK(report.how == outcome::failed);
  CHECK(report.failure == sink->failure);
  CHECK(report.records_out == 1);
}

TEST_CASE_METHOD(invocation_fixture, "a failed put ends the run before the next page") {
  store->failing = true;
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"})});
  run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 2", "flush", "put 2", "close failed"});
  CHECK(report.failure.code == ec::state_failed);
  CHECK(report.position == std::nullopt);
}

TEST_CASE_METHOD(invocation_fixture, "a failed run counts what its sink has kept") {
  checkpoints = false;
  sink->failing = "write 4";
  sink->lost = {.records = 3, .pages = 1};
  prepare({make_page(2), make_page(3), make_page(4)});
  run();
  CHECK(report.how == outcome::failed);
  CHECK(report.records_out == 2);
  CHECK(report.pages.attempted == 3);
  CHECK(report.pages.committed == 1);
  CHECK(report.pages.failed == 2);
}

TEST_CASE_METHOD(invocation_fixture, "of an overwrite that did not happen nothing is counted") {
  checkpoints = false;
  sink->failing = "close completed";
  sink->lost = left_out::everything();
  prepare({make_page(2)});
  run();
  CHECK(report.how == outcome::failed);
  CHECK(report.records_out == 0);
  CHECK(report.pages.committed == 0);
}

TEST_CASE_METHOD(invocation_fixture, "a run that reads nothing counts no batch") {
  prepare({make_page(0, bookmark{"9"}), make_page(0)});
  run();
  CHECK(report.checkpoints == 1);
  CHECK(report.pages.attempted == 0);
  CHECK(report.pages.committed == 0);
}

TEST_CASE_METHOD(invocation_fixture, "a stored bookmark is where the source resumes") {
  REQUIRE(store->content.put(key, seal_bookmark("generate", bookmark{"40"})));
  prepare({make_page(2, bookmark{"42"})});
  run();
  CHECK(effects()
        == call_log{"open source behind 40", "open sink resuming", "write 2", "flush", "put 42",
                    "close completed"});
}

TEST_CASE_METHOD(invocation_fixture, "where null is stored a run starts from the beginning") {
  auto stored = GENERATE("null", R"({"faucet_state":1,"owner":"generate","schema":0,"data":null})");
  REQUIRE(store->content.put(key, stored));
  prepare({make_page(2, bookmark{"2"})});
  run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 2", "flush", "put 2", "close completed"});
}

TEST_CASE_METHOD(invocation_fixture, "a bookmark of another source touches neither end", "[P68]") {
  REQUIRE(store->content.put(key, seal_bookmark("postgres", bookmark{"40"})));
  prepare({make_page(2, bookmark{"42"})});
  run();
  CHECK(log.empty());
  CHECK(report.how == outcome::failed);
  CHECK_THAT(render(report.failure), Catch::Contains("postgres") && Catch::Contains(key));
}

TEST_CASE_METHOD(invocation_fixture, "pages read before the source failed are written", "[P83]") {
  prepare({make_page(2), make_page(3, bookmark{"5"})});
  source->failure = error{ec::source_failed, "torn record", "in.csv:7"};
  run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 2", "write 3", "flush", "put 5",
                    "close failed"});
  CHECK(report.failure == *source->failure);
}

TEST_CASE_METHOD(invocation_fixture, "a source that failed is not asked for another page") {
  prepare({make_page(2)});
  source->failure = error{ec::source_failed, "line cut", "in.csv"};
  run();
  CHECK(std::ranges::count(log, "pull") == 2);
}

TEST_CASE_METHOD(invocation_fixture, "a source that ended is not asked for another page") {
  prepare({make_page(2)});
  run();
  CHECK(std::ranges::count(log, "pull") == 2);
}

TEST_CASE_METHOD(invocation_fixture, "a driver that throws fails its invocation", "[P100]") {
  prepare({});
  source->throws = true;
  run();
  CHECK(report.how == outcome::failed);
  CHECK_THAT(render(report.failure),
             Catch::Contains("generate") && Catch::Contains("out of paper"));
  CHECK(effects().back() == "close failed");
}

TEST_CASE_METHOD(invocation_fixture,
                 "nothing behind a record that cannot be transformed is written") {
  stages.push_back({"cast", std::make_shared<failing_transform>(4)});
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"}), make_page(1, bookmark{"6"})});
  run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 2", "flush", "put 2", "close failed"});
  CHECK(report.failure.which == "record 4");
}

/// Hands out a page record by record.
class cutting_transform final : public transform {
public:
  expected<page> apply(page_cursor& input) override {
    page_builder builder;
    builder.add(input.record());
    input.advance();
    return builder.finish(input.at_end() ? input.origin().resume() : std::nullopt);
  }
};

TEST_CASE_METHOD(invocation_fixture,
                 "the parts of a transformed page are written before its checkpoint") {
  stages.push_back({"explode", std::make_shared<cutting_transform>()});
  prepare({make_page(3, bookmark{"3"}), make_page(2, bookmark{"5"})});
  run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 1", "write 1", "write 1", "flush", "put 3",
                    "write 1", "write 1", "flush", "put 5", "close completed"});
  CHECK(report.records_out == 5);
}

TEST_CASE_METHOD(invocation_fixture, "a cancelled run stops behind the page under way",
                 "[P206][P305]") {
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"}), make_page(1, bookmark{"6"})});
  spawn();
  run_until("write 2");
  caf::anon_send(subject, atom::cancel{});
  scheduler.run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 2", "flush", "put 2", "close cancelled"});
  CHECK(report.how == outcome::cancelled);
  CHECK(report.position == bookmark{"2"});
}

TEST_CASE_METHOD(invocation_fixture, "a cancelled run whose last flush fails has failed",
                 "[P205]") {
  sink->failing = "close cancelled";
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"}), make_page(1, bookmark{"6"})});
  spawn();
  run_until("write 2");
  caf::anon_send(subject, atom::cancel{});
  scheduler.run();
  CHECK(report.how == outcome::failed);
}

TEST_CASE_METHOD(invocation_fixture, "a run that is cancelled before it starts opens nothing") {
  prepare({make_page(2)});
  spawn();
  caf::anon_send(subject, atom::cancel{});
  scheduler.run();
  CHECK(report.how == outcome::cancelled);
  CHECK(report.records_out == 0);
}

TEST_CASE_METHOD(invocation_fixture, "an empty page with a bookmark is checkpointed") {
  prepare({make_page(0, bookmark{"9"}), make_page(0)});
  run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 0", "flush", "put 9", "close completed"});
}

TEST_CASE_METHOD(invocation_fixture, "a limit cuts the page it falls into") {
  limit = 3;
  prepare({make_page(2), make_page(3), make_page(1)});
  run();
  CHECK(effects() == call_log{"open source", "open sink", "write 2", "write 1", "close completed"});
  CHECK(report.how == outcome::completed);
  CHECK(report.records_out == 3);
}

TEST_CASE_METHOD(invocation_fixture, "the source reads ahead only as far as it has credit") {
  std::deque<page> pages(100, make_page(1));
  prepare(std::move(pages));
  source_actor reader = system.spawn(host_source, "generate", source, driver_context{});
  auto unanswered = std::make_shared<std::vector<caf::typed_response_promise<write_result>>>();
  sink_actor stalled =
    system.spawn([unanswered](sink_actor::pointer self) -> sink_actor::behavior_type {
      return {
        [](atom::open, const sink_start&) { return atom::done{}; },
        [self, unanswered](atom::write, const page&) -> caf::result<write_result> {
          unanswered->push_back(
            self->make_response_promise<caf::typed_response_promise<write_result>>());
          return unanswered->back();
        },
        [unanswered](atom::flush) {
          unanswered->front().deliver(write_result{1, {}});
          return atom::done{};
        },
        [](atom::close, ending) { return atom::done{}; },
        [](atom::omitted) { return left_out{}; },
      };
    });
  invocation_parts parts;
  parts.source = reader;
  parts.sink = stalled;
  auto moving = system.spawn(invocation, std::move(parts));
  caf::anon_send(moving, atom::start{});
  scheduler.run();
  CHECK(std::ranges::count(log, "pull") == defaults::pages_in_flight);
  CHECK(unanswered->size() == defaults::writes_in_flight);
  caf::anon_send(stalled, atom::flush{}); // lets one write through
  scheduler.run();
  CHECK(std::ranges::count(log, "pull") == defaults::pages_in_flight + 1);
  caf::anon_send_exit(moving, caf::exit_reason::kill);
  caf::anon_send_exit(reader, caf::exit_reason::kill);
  caf::anon_send_exit(stalled, caf::exit_reason::kill);
}
