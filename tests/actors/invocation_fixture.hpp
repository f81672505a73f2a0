#pragma once

#include "actors/host_sink.hpp"
#include "actors/host_source.hpp"
#include "actors/host_store.hpp"
#include "actors/host_transforms.hpp"
#include "actors/invocation.hpp"
#include "actors/tallied_drivers.hpp"
#include "tests/actors/recorded_drivers.hpp"
#include "tests/actors/test_system.hpp"
#include "tests/catch.hpp"

#include <algorithm>

namespace faucet {

inline const std::string key = "orders::row-0";

/// One invocation whose drivers run in the test's thread.
struct invocation_fixture : test_system {
  call_log log;
  std::shared_ptr<recording_sink> sink = std::make_shared<recording_sink>(log);
  std::shared_ptr<recording_store> store = std::make_shared<recording_store>(log);
  std::shared_ptr<listed_source> source;
  std::vector<transform_stage> stages;
  uint64_t limit = std::numeric_limits<uint64_t>::max();
  bool checkpoints = true;
  bool markers = false;
  bool force = false;
  bool overwrites = false;
  bool sample = false;
  std::optional<dead_letter_rules> letters; ///< kept in letter_sink
  std::shared_ptr<recording_sink> letter_sink = std::make_shared<recording_sink>(log, "dlq ");
  std::shared_ptr<row_tally> tally; ///< none = nobody counts
  std::vector<std::string> older_keys;
  std::vector<std::string> warnings;
  secret_mask secrets;
  invocation_actor subject;
  invocation_report report;

  void prepare(std::deque<page> pages) {
    source = std::make_shared<listed_source>(log, std::move(pages));
  }

  void spawn() {
    invocation_parts parts;
    parts.row = "row-0";
    parts.run_id = "run-1";
    parts.source_type = "generate";
    parts.sink_type = "jsonl";
    parts.tally = tally;
    std::shared_ptr<source_driver> reader = source;
    std::shared_ptr<sink_driver> writer = sink;
    if (tally) {
      reader = tallied(reader, tally);
      writer = tallied(writer, tally);
    }
    parts.source = system.spawn(host_source, "generate", reader, driver_context{});
    auto unlimited = std::shared_ptr<const write_permit>{};
    gap_rule gaps;
    if (letters) {
      gaps = [rules = *letters](const error& why) { return rules.take_page(why); };
    }
    parts.sink = system.spawn(host_sink, "jsonl", writer, driver_context{},
                              letters ? rejection::allowed : rejection::forbidden, unlimited, gaps);
    if (letters) {
      letters_ =
        system.spawn(host_sink, "jsonl", letter_sink, driver_context{}, rejection::forbidden,
                     unlimited, gap_rule{[](const error&) { return true; }});
      parts.letters = {letters_, *letters};
    }
    if (checkpoints) {
      store_ = system.spawn(host_store, store, unlimited);
      parts.memory = {store_, key, markers, force, older_keys, {}, {}, tally};
    }
    parts.overwrites = overwrites;
    parts.sample = sample;
    parts.secrets = secrets;
    parts.warn = [this](const std::string& text) { warnings.push_back(text); };
    if (!stages.empty()) {
      parts.transforms =
        system.spawn(host_transforms, std::make_shared<transform_chain>(stages), driver_context{});
    }
    parts.limit = limit;
    subject = system.spawn(invocation, std::move(parts));
    system.spawn([this](caf::event_based_actor* self) {
      self->request(subject, caf::infinite, atom::start{}).then([this](const invocation_report& x) {
        report = x;
      });
    });
  }

  /// Handles messages until that event was written down.
  void run_until(const std::string& event) {
    while (std::ranges::find(log, event) == log.end()) {
      REQUIRE(scheduler.try_run_once());
    }
  }

  void run() {
    spawn();
    scheduler.run();
  }

  /// The log without pulls: they run ahead.
  [[nodiscard]] call_log effects() const {
    call_log result;
    std::ranges::copy_if(log, std::back_inserter(result),
                         [](const auto& event) { return event != "pull"; });
    return result;
  }

  ~invocation_fixture() {
    caf::anon_send_exit(store_, caf::exit_reason::user_shutdown);
    caf::anon_send_exit(letters_, caf::exit_reason::user_shutdown);
    scheduler.run(); // while the log still lives
  }

private:
  store_actor store_;
  sink_actor letters_;
};

} // namespace faucet
