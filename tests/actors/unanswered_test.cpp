// A cancelled invocation does not wait for ever for whoever does not answer.

#include "actors/defaults.hpp"
#include "tests/actors/invocation_fixture.hpp"

using namespace faucet;

namespace {

/// Answers each request until one comes that it was told to swallow.
struct silent_parts : invocation_fixture {
  bool silent_write = false;
  bool silent_close = false;
  bool silent_put = false;
  bool silent_claim = false;
  bool silent_release = false;
  std::vector<caf::response_promise> kept; ///< so that CAF does not answer for them

  template <class Self, class Answer>
  caf::result<Answer> answer_or_keep(Self self, bool keep, std::string event, Answer answer) {
    log.push_back(std::move(event));
    if (keep) {
      kept.push_back(self->make_response_promise());
      return caf::delegated<Answer>{};
    }
    return answer;
  }

  sink_actor silent_sink() {
    return system.spawn([this](sink_actor::pointer self) -> sink_actor::behavior_type {
      return {
        [this](atom::open, const sink_start&) {
          log.emplace_back("open sink");
          return atom::done{};
        },
        [this, self](atom::write, const page& rows) {
          return answer_or_keep(self, silent_write, "write", write_result{rows.size(), {}});
        },
        [this](atom::flush) {
          log.emplace_back("flush");
          return atom::done{};
        },
        [this, self](atom::close, ending how) {
          return answer_or_keep(self, silent_close, "close " + to_string(how), atom::done{});
        },
        [](atom::omitted) { return left_out{}; },
      };
    });
  }

  store_actor silent_store() {
    return system.spawn([this](store_actor::pointer self) -> store_actor::behavior_type {
      return {
        [](atom::get, const std::string&) { return stored_text{}; },
        [this, self](atom::put, const std::string&, const std::string&) {
          return answer_or_keep(self, silent_put, "put", atom::done{});
        },
        [this, self](atom::claim, const row_claim&) {
          return answer_or_keep(self, silent_claim, "claim", claimed_row{{}, true, {}});
        },
        [](atom::renew, const std::string&) { return atom::done{}; },
        [](atom::verify, const std::string&) { return atom::done{}; },
        [this, self](atom::release, const std::string&) {
          return answer_or_keep(self, silent_release, "release", atom::done{});
        },
        [this](atom::note, const std::string&, const invocation_report&) {
          log.emplace_back("note");
          return atom::done{};
        },
      };
    });
  }

  void start(bool leased = true) {
    prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"}), make_page(1)});
    invocation_parts parts;
    parts.row = "row-0";
    parts.run_id = "run-1";
    parts.source_type = "generate";
    parts.sink_type = "postgres";
    parts.source = system.spawn(host_source, "generate", source, driver_context{});
    sink_ = silent_sink();
    store_ = silent_store();
    parts.sink = sink_;
    parts.memory = {store_, key, leased, false, {}, "redis"};
    parts.warn = [this](const std::string& text) { warnings.push_back(text); };
    subject = system.spawn(invocation, std::move(parts));
    system.spawn([this](caf::event_based_actor* self) {
      self->request(subject, caf::infinite, atom::start{}).then([this](const invocation_report& x) {
        report = x;
        reported = true;
      });
    });
  }

  void settle() {
    while (scheduler.try_run_once()) {
      // nop
    }
  }

  /// Cancels, and lets the time pass after which nobody is waited for.
  void cancel() {
    settle();
    caf::anon_send(subject, atom::cancel{});
    settle();
  }

  void pass(std::chrono::milliseconds time) {
    scheduler.advance_time(time);
    settle();
  }

  bool reported = false;

  ~silent_parts() {
    caf::anon_send_exit(sink_, caf::exit_reason::kill);
    caf::anon_send_exit(store_, caf::exit_reason::kill);
  }

private:
  sink_actor sink_;
  store_actor store_;
};

} // namespace

TEST_CASE_METHOD(silent_parts, "a sink that does not answer delays a cancel by seconds only") {
  silent_write = true;
  start();
  cancel();
  CHECK_FALSE(reported);
  pass(defaults::cancel_grace);
  REQUIRE(reported);
  CHECK(report.how == outcome::cancelled);
  CHECK(report.failure.what == "no answer from the postgres sink within 5 seconds of the cancel");
  CHECK(report.position == std::nullopt);
  CHECK(report.records_out == 0);
  // No bookmark, and the lease is left to expire.
  CHECK(effects() == call_log{"claim", "open source", "open sink", "write"});
}

TEST_CASE_METHOD(silent_parts, "a store that does not answer delays a cancel by seconds only, and "
                               "the sink is closed nevertheless") {
  silent_put = true;
  start();
  cancel();
  CHECK_FALSE(reported);
  pass(defaults::cancel_grace);
  REQUIRE(reported);
  CHECK(report.how == outcome::cancelled);
  CHECK(report.failure.what
        == "no answer from the redis state store within 5 seconds of the cancel");
  CHECK(report.position == std::nullopt);
  CHECK(
    effects()
    == call_log{"claim", "open source", "open sink", "write", "flush", "put", "close cancelled"});
}

TEST_CASE_METHOD(silent_parts, "a store and a sink that do not answer do not delay twice") {
  silent_put = true;
  silent_close = true;
  start();
  cancel();
  pass(defaults::cancel_grace);
  CHECK_FALSE(reported);
  pass(defaults::closing_grace);
  REQUIRE(reported);
  CHECK(report.how == outcome::cancelled);
}

TEST_CASE_METHOD(silent_parts, "a store that does not even grant the lease delays a cancel by "
                               "seconds only") {
  silent_claim = true;
  start();
  cancel();
  pass(defaults::cancel_grace);
  REQUIRE(reported);
  CHECK(report.how == outcome::cancelled);
  CHECK(effects() == call_log{"claim"});
}

TEST_CASE_METHOD(silent_parts,
                 "a store that is silent only once all is stored does not undo that") {
  silent_release = true;
  start();
  cancel();
  pass(defaults::cancel_grace);
  REQUIRE(reported);
  CHECK(report.how == outcome::completed);
  CHECK(report.position == bookmark{"5"});
  CHECK(warnings
        == std::vector<std::string>{
          "no answer from the redis state store within 5 seconds of the cancel"});
}

TEST_CASE_METHOD(silent_parts, "a store that does not answer for a minute is named") {
  silent_put = true;
  start(false);
  settle();
  pass(defaults::store_timeout);
  REQUIRE(reported);
  CHECK(report.how == outcome::failed);
  CHECK(render(report.failure) == key + ": no answer from the redis state store within 60 seconds");
}

TEST_CASE_METHOD(silent_parts, "whoever cancels says how long to wait for whoever does not answer",
                 "[P208]") {
  silent_write = true;
  start();
  settle();
  caf::anon_send(subject, atom::cancel{}, std::chrono::milliseconds{30'000});
  settle();
  pass(std::chrono::seconds{29});
  CHECK_FALSE(reported);
  pass(std::chrono::seconds{1});
  REQUIRE(reported);
  CHECK(report.failure.what == "no answer from the postgres sink within 30 seconds of the cancel");
}

TEST_CASE_METHOD(silent_parts, "of several waits after a cancel the shortest counts") {
  silent_write = true;
  start();
  settle();
  caf::anon_send(subject, atom::cancel{}, std::chrono::milliseconds{30'000});
  settle();
  pass(std::chrono::seconds{10});
  caf::anon_send(subject, atom::cancel{}, std::chrono::milliseconds{2500});
  caf::anon_send(subject, atom::cancel{}, std::chrono::milliseconds{60'000});
  settle();
  pass(std::chrono::seconds{2});
  CHECK_FALSE(reported);
  pass(std::chrono::seconds{1});
  REQUIRE(reported);
  CHECK(report.failure.what == "no answer from the postgres sink within 2.5 seconds of the cancel");
}

TEST_CASE_METHOD(silent_parts, "a reminder that was overtaken does not cut short what a sink that "
                               "is closed has to wait") {
  silent_put = true;
  silent_close = true;
  start();
  settle();
  caf::anon_send(subject, atom::cancel{}, std::chrono::milliseconds{5500});
  settle();
  pass(std::chrono::seconds{3});
  caf::anon_send(subject, atom::cancel{}, std::chrono::milliseconds{2000});
  settle();
  pass(std::chrono::seconds{2}); // the sink is told to close
  CHECK_FALSE(reported);
  pass(std::chrono::milliseconds{500}); // the first reminder
  CHECK_FALSE(reported);
  pass(std::chrono::milliseconds{500});
  CHECK(reported);
}
