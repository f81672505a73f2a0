#include "state/envelope.hpp"
#include "state/lease_record.hpp"
#include "state/row_status.hpp"
#include "state/run_lease.hpp"
#include "tests/actors/invocation_fixture.hpp"

using namespace faucet;

namespace {

dead_letter_rules letter_rules() {
  dead_letter_rules result;
  result.pipeline = "orders";
  result.row = "row-0";
  result.sink = "jsonl";
  return result;
}

} // namespace

// -- dead letters -------------------------------------------------------------

TEST_CASE_METHOD(invocation_fixture,
                 "dead letters are durable before the page is, and both before the bookmark",
                 "[P86]") {
  letters = letter_rules();
  sink->rejects = {1};
  prepare({make_page(3, bookmark{"3"})});
  run();
  CHECK(effects()
        == call_log{"dlq open sink resuming", "open source", "open sink", "write 3", "dlq write 1",
                    "dlq flush", "flush", "put 3", "close completed"});
  CHECK(report.how == outcome::completed);
  CHECK(report.records_out == 2);
  CHECK(report.dead_letters == 1);
  CHECK(report.pages.partial == 1);
}

TEST_CASE_METHOD(invocation_fixture, "letters of a page without a bookmark are flushed at the end, "
                                     "before the sink") {
  letters = letter_rules();
  sink->rejects = {0};
  checkpoints = false;
  prepare({make_page(2), make_page(2)});
  run();
  auto tail = effects();
  CHECK(call_log{tail.end() - 2, tail.end()} == call_log{"dlq flush", "close completed"});
  CHECK(report.dead_letters == 2);
}

TEST_CASE_METHOD(invocation_fixture, "letters that cannot be written end the run without bookmark",
                 "[P86]") {
  letters = letter_rules();
  sink->rejects = {0};
  for (auto* failing : {"write 1", "flush"}) {
    log.clear();
    letter_sink->failing = failing;
    prepare({make_page(2, bookmark{"2"})});
    run();
    CHECK(report.how == outcome::failed);
    CHECK(std::ranges::find(log, "put 2") == log.end());
    CHECK(std::ranges::find(log, "flush") == log.end());
  }
}

TEST_CASE_METHOD(invocation_fixture, "a refused page becomes letters where that is asked for") {
  letters = letter_rules();
  letters->whole_pages = true;
  sink->failing = "write 2";
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"})});
  run();
  CHECK(effects()
        == call_log{"dlq open sink resuming", "open source", "open sink", "write 2", "dlq write 2",
                    "dlq flush", "flush", "put 2", "write 3", "flush", "put 5", "close completed"});
  CHECK(report.records_out == 3);
  CHECK(report.dead_letters == 2);
}

TEST_CASE_METHOD(invocation_fixture, "a page is not given up because its sink is away") {
  letters = letter_rules();
  letters->whole_pages = true;
  sink->failing = "write 2";
  sink->failure = {ec::unavailable, "connection refused", "db"};
  prepare({make_page(2, bookmark{"2"})});
  run();
  CHECK(report.how == outcome::failed);
  CHECK(report.dead_letters == 0);
}

TEST_CASE_METHOD(invocation_fixture, "pages are written behind one that failed only where that one "
                                     "became dead letters") {
  letters = letter_rules();
  checkpoints = false;
  sink->failing = "write 2";
  auto written = false;
  SECTION("of its rows alone") {
  }
  SECTION("as a whole") {
    letters->whole_pages = true;
    written = true;
  }
  SECTION("as a whole, and the sink is away") {
    letters->whole_pages = true;
    sink->failure = {ec::unavailable, "connection refused", "db"};
  }
  prepare({make_page(2), make_page(3)});
  run();
  CHECK((std::ranges::find(log, "write 3") != log.end()) == written);
  CHECK(report.how == (written ? outcome::completed : outcome::failed));
}

TEST_CASE_METHOD(invocation_fixture, "too many dead letters end the run behind their page",
                 "[P85]") {
  letters = letter_rules();
  sink->rejects = {0, 1};
  SECTION("of one page") {
    letters->max_per_page = 1;
  }
  SECTION("in all") {
    letters->max_total = 1;
  }
  prepare({make_page(3, bookmark{"3"}), make_page(3, bookmark{"6"})});
  run();
  CHECK(effects()
        == call_log{"dlq open sink resuming", "open source", "open sink", "write 3", "dlq write 2",
                    "dlq flush", "flush", "put 3", "close failed"});
  CHECK(report.how == outcome::failed);
  CHECK_THAT(report.failure.what, Catch::Contains("more than the 1"));
}

// -- sinks that overwrite -----------------------------------------------------

TEST_CASE_METHOD(invocation_fixture,
                 "a sink that overwrites gets its bookmark after it has replaced everything",
                 "[P97]") {
  overwrites = true;
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"})});
  run();
  CHECK(effects()
        == call_log{"open source", "open sink", "write 2", "write 3", "close completed", "put 5"});
  CHECK(report.position == bookmark{"5"});
}

TEST_CASE_METHOD(invocation_fixture, "a sink that could not replace gets no bookmark", "[P97]") {
  overwrites = true;
  sink->failing = "close completed";
  prepare({make_page(2, bookmark{"2"})});
  run();
  CHECK(std::ranges::find(log, "put 2") == log.end());
  CHECK(report.how == outcome::failed);
}

TEST_CASE_METHOD(invocation_fixture, "a sample replaces nothing") {
  overwrites = true;
  sample = true;
  limit = 1;
  prepare({make_page(2)});
  run();
  CHECK(effects().back() == "close cancelled");
  CHECK(report.how == outcome::completed);
}

// -- leases -------------------------------------------------------------------

TEST_CASE_METHOD(invocation_fixture, "a run leaves its outcome and no lease") {
  markers = true;
  prepare({make_page(2, bookmark{"2"})});
  run();
  auto status = find_status(store->content, key);
  REQUIRE(status);
  REQUIRE(*status);
  CHECK((*status)->last_success->records == 2);
  CHECK((*status)->last_success->run_id == "run-1");
  CHECK(find_lease(store->content, key, std::chrono::system_clock::now()).value() == std::nullopt);
}

TEST_CASE_METHOD(invocation_fixture,
                 "a store that cannot be used ends a run before its source is opened") {
  markers = true;
  store->absent = true;
  prepare({make_page(2, bookmark{"2"})});
  run();
  CHECK(log.empty());
  CHECK(report.how == outcome::failed);
  CHECK_THAT(render(report.failure), Catch::Contains("cannot create"));
}

TEST_CASE_METHOD(invocation_fixture, "a failed run leaves its error, a cancelled one nothing") {
  markers = true;
  prepare({make_page(2, bookmark{"2"}), make_page(1, bookmark{"3"})});
  SECTION("failed") {
    sink->failing = "flush";
    run();
    auto status = find_status(store->content, key);
    REQUIRE((status && *status && (*status)->last_failure));
    CHECK((*status)->last_failure->error_kind == "sink_failed");
    CHECK((*status)->consecutive_failures == 1);
  }
  SECTION("cancelled") {
    spawn();
    run_until("write 2");
    caf::anon_send(subject, atom::cancel{});
    scheduler.run();
    CHECK(find_status(store->content, key).value() == std::nullopt);
  }
}

TEST_CASE_METHOD(invocation_fixture, "no secret gets into the status of a row") {
  markers = true;
  node secret{std::string{"hunter22"}};
  secret.set_secret();
  secrets.learn(secret);
  sink->failing = "flush";
  sink->failure.what = "hunter22 was refused";
  prepare({make_page(2, bookmark{"2"})});
  run();
  auto status = find_status(store->content, key);
  REQUIRE((status && *status && (*status)->last_failure));
  CHECK((*status)->last_failure->error == "out.jsonl: *** was refused");
}

TEST_CASE_METHOD(invocation_fixture,
                 "a second run of a row is refused, opens nothing and leaves the lease alone",
                 "[P74][P76]") {
  markers = true;
  auto now = instant{std::chrono::system_clock::now()};
  auto holder = take_lease(store->content, {.row_key = key, .run_id = "run-0"}, now);
  REQUIRE((holder && holder->lease));
  prepare({make_page(2, bookmark{"2"})});
  SECTION("unless forced") {
    run();
    CHECK(log.empty());
    CHECK(report.how == outcome::failed);
    CHECK_THAT(render(report.failure), Catch::Contains("run-0") && Catch::Contains("--force"));
    CHECK(find_status(store->content, key).value() == std::nullopt);
    CHECK(find_lease(store->content, key, now).value()->run_id == "run-0");
  }
  SECTION("forced, it takes over, and says so") {
    force = true;
    run();
    CHECK(report.how == outcome::completed);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings[0], Catch::Contains("run-0"));
  }
}

TEST_CASE_METHOD(
  invocation_fixture,
  "a run takes over the bookmark of an older key once it holds the lease, and says so", "[P65]") {
  markers = true;
  older_keys = {"orders::none", "orders::old"};
  REQUIRE(store->content.put("orders::old", seal_bookmark("generate", bookmark{"40"})));
  prepare({make_page(2, bookmark{"42"})});
  SECTION("and goes on from there") {
    run();
    CHECK(effects().front() == "open source behind 40");
    CHECK(warnings
          == std::vector<std::string>{"the bookmark was moved from the older key orders::old"});
    CHECK(store->content.get("orders::old").value() == std::nullopt);
    CHECK(open_bookmark(key, "generate", *store->content.get(key).value()).value()->json == "42");
  }
  SECTION("but not while another run holds the row") {
    auto now = instant{std::chrono::system_clock::now()};
    auto holder = take_lease(store->content, {.row_key = key, .run_id = "run-0"}, now);
    REQUIRE((holder && holder->lease));
    run();
    CHECK(report.how == outcome::failed);
    CHECK(store->content.get("orders::old").value());
    CHECK(store->content.get(key).value() == std::nullopt);
  }
}

namespace {

/// Answers the first pull only when told to.
struct slow_invocation : invocation_fixture {
  slow_invocation() {
    markers = true;
    prepare({make_page(2, bookmark{"2"}), make_page(1, bookmark{"3"})});
    spawn();
    run_until("write 2");
  }
};

} // namespace

TEST_CASE_METHOD(slow_invocation, "a lease is renewed while the run goes on") {
  scheduler.advance_time(lease_renewal_interval);
  scheduler.run();
  CHECK(report.how == outcome::completed);
  CHECK(report.checkpoints == 2);
}

TEST_CASE_METHOD(slow_invocation,
                 "a run whose lease was taken stops at the page boundary and stores nothing") {
  auto thief = take_lease(store->content, {.row_key = key, .run_id = "run-2", .force = true},
                          instant{std::chrono::system_clock::now()});
  REQUIRE((thief && thief->lease));
  scheduler.advance_time(lease_renewal_interval);
  scheduler.run();
  CHECK(report.how == outcome::failed);
  CHECK(report.failure.code == ec::lease_lost);
  CHECK_THAT(report.failure.what, Catch::Contains("run-2"));
  CHECK(std::ranges::find(log, "write 1") == log.end());
  CHECK(std::ranges::find(log, "close failed") != log.end());
  auto now = instant{std::chrono::system_clock::now()};
  CHECK(find_lease(store->content, key, now).value()->run_id == "run-2"); // left alone
}

TEST_CASE_METHOD(slow_invocation,
                 "a run that was held up past the end of its lease stores nothing") {
  run_until("flush");
  scheduler.advance_time(lease_length); // its sink answers only now
  scheduler.run();
  CHECK(std::ranges::find(log, "put 2") == log.end());
  CHECK(report.failure.code == ec::lease_lost);
}

namespace {

/// One whose lease another run takes after its first page.
struct robbed_invocation : slow_invocation {
  void rob() {
    thief_ = take_lease(store->content, {.row_key = key, .run_id = "run-2", .force = true},
                        instant{std::chrono::system_clock::now()});
    REQUIRE((thief_ && thief_->lease));
  }

  /// Lets the run end: it has failed, without a trace in the store.
  void check_end() {
    scheduler.run();
    CHECK(report.how == outcome::failed);
    CHECK(report.failure.code == ec::lease_lost);
    CHECK_THAT(report.failure.what, Catch::Contains("run-2"));
    CHECK(find_status(store->content, key).value() == std::nullopt);
    auto now = instant{std::chrono::system_clock::now()};
    CHECK(find_lease(store->content, key, now).value()->run_id == "run-2"); // left alone
  }

private:
  expected<lease_grant> thief_; ///< alive as long as the test
};

} // namespace

TEST_CASE_METHOD(robbed_invocation, "a run notices before a checkpoint that its lease was taken") {
  rob();
  scheduler.advance_time(lease_trust); // and no renewal is due
  check_end();
  CHECK(std::ranges::find(log, "put 2") == log.end());
  CHECK(std::ranges::find(log, "write 1") == log.end());
  CHECK(log.back() == "close failed");
}

TEST_CASE_METHOD(robbed_invocation, "a run notices at its end that its lease was taken") {
  run_until("close completed");
  rob();
  check_end();
}

TEST_CASE_METHOD(invocation_fixture, "a sink replaces nothing for a run whose lease was taken") {
  markers = true;
  overwrites = true;
  prepare({make_page(2), make_page(1, bookmark{"3"})});
  spawn();
  run_until("write 1");
  auto thief = take_lease(store->content, {.row_key = key, .run_id = "run-2", .force = true},
                          instant{std::chrono::system_clock::now()});
  REQUIRE((thief && thief->lease));
  scheduler.advance_time(lease_trust);
  scheduler.run();
  CHECK(report.failure.code == ec::lease_lost);
  CHECK(log.back() == "close failed");
}
