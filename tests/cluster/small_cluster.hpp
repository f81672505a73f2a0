#pragma once

#include "actors/system_config.hpp"
#include "cluster/history_host.hpp"
#include "cluster/member.hpp"
#include "cluster/run_journal.hpp"
#include "cluster/worker.hpp"
#include "connectors/catalogue.hpp"
#include "tests/state/history/history_place.hpp"
#include "tests/temp_folder.hpp"

#include <caf/all.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace faucet::test {

using namespace std::chrono_literals;

struct real_config : caf::actor_system_config {
  real_config() {
    configure(*this);
  }
};

/// Members with a history between them, each with a connection of its own.
class small_cluster {
public:
  explicit small_cluster(std::unique_ptr<history_place> place, std::chrono::milliseconds lease = 4s)
    : place_(std::move(place)), client_(place_->open()) {
    timing_.lease = lease;
    timing_.poll = 50ms;
    timing_.drain_grace = 100ms;
    timing_.flush_grace = 500ms;
    execution_->connectors = &built_in_catalogue();
  }

  ~small_cluster() {
    for (const auto& x : members_) {
      caf::anon_send_exit(x, caf::exit_reason::kill);
    }
    for (const auto& x : histories_) {
      caf::anon_send_exit(x, caf::exit_reason::kill);
    }
  }

  member_actor join(const std::string& instance, uint32_t places = 4, bool alone = false) {
    auto opened = open_history(
      {.url = place_->url(), .stop = nullptr, .reply_timeout = timing_.history_wait()});
    REQUIRE(opened);
    auto history = system_.spawn<caf::detached>(
      host_history, std::shared_ptr<faucet::history>{std::move(*opened)});
    member_settings settings;
    settings.self = {
      .instance = instance, .max_concurrent = places, .pools = {{"default"}}, .clustered = !alone};
    settings.timing = timing_;
    // A member outlives this object for a moment, and may start a run then.
    auto start = [&system = system_, execution = execution_, executions = executions_,
                  workers = workers_](const member_actor& self, const claimed_run& run,
                                      auto write_until) {
      auto started = system.spawn(worker, self, run, execution, write_until);
      ++*executions;
      started->attach_functor([executions] { --*executions; });
      std::lock_guard guard{workers->mutex};
      workers->all.push_back(caf::actor_cast<worker_actor>(started));
      return workers->all.back();
    };
    auto result = system_.spawn(
      member, settings, member_parts{.history = history, .start = start, .is_alone = alone});
    histories_.push_back(history);
    members_.push_back(result);
    return result;
  }

  /// Stores a run that makes a file of numbers, one page of ten each `delay` milliseconds.
  void submit(const std::string& run, int rows, int delay = 0) {
    submit_config(run, "version: 1\nname: " + run
                         + "\npipeline:\n  source: {type: generate, config: {rows: "
                         + std::to_string(rows) + ", batch_size: 10, page_delay_ms: "
                         + std::to_string(delay) + "}}\n  sink: {type: jsonl, config: {path: '"
                         + (folder_ / (run + ".jsonl")).string() + "'}}\n");
  }

  void submit_config(const std::string& run, const std::string& config,
                     const std::string& details = "{}") {
    new_run fresh;
    fresh.run = run;
    fresh.details = details;
    fresh.config = config;
    fresh.config_format = "yaml";
    REQUIRE(client_->ledger().submit({&fresh, 1}));
  }

  run_record record(const std::string& run) {
    auto found = client_->ledger().find(run);
    REQUIRE(found);
    REQUIRE(*found);
    return **found;
  }

  /// The record once it fulfils the condition, or as it is after 30 seconds.
  template <class Condition>
  run_record await(const std::string& run, Condition condition) {
    auto give_up = std::chrono::steady_clock::now() + 30s;
    for (;;) {
      auto found = record(run);
      if (condition(found) || std::chrono::steady_clock::now() > give_up) {
        return found;
      }
      std::this_thread::sleep_for(20ms);
    }
  }

  run_record await_end(const std::string& run) {
    return await(run, [](const auto& x) { return is_terminal(x.status); });
  }

  size_t lines_of(const std::string& run) {
    auto text = folder_.read(run + ".jsonl");
    return static_cast<size_t>(std::ranges::count(text, '\n'));
  }

  /// Until nobody executes anything any more; false after 20 seconds.
  bool becomes_idle(size_t living_members) {
    auto wanted = histories_.size() + idle_ + living_members;
    auto give_up = std::chrono::steady_clock::now() + 20s;
    while (system_.registry().running() != wanted) {
      if (std::chrono::steady_clock::now() > give_up) {
        return false;
      }
      std::this_thread::sleep_for(20ms);
    }
    return true;
  }

  /// From now on a run that moves nothing for so long counts as stuck.
  void bear_silence(std::chrono::milliseconds silence) {
    execution_->silence = silence;
  }

  /// What runs log from now on. Members that join later write for it.
  std::shared_ptr<run_journal> keep_log() {
    execution_->variables = environment{{{"FOLDER", "/hidden-folder"}}};
    execution_->journal = std::make_shared<run_journal>();
    return execution_->journal;
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  history_place& place() {
    return *place_;
  }

  faucet::history& client() {
    return *client_;
  }

  /// As if what executes runs had failed in a way that nobody thought of. Waits for one that does.
  void kill_workers() {
    std::unique_lock guard{workers_->mutex};
    while (workers_->all.empty()) {
      guard.unlock();
      std::this_thread::sleep_for(5ms);
      guard.lock();
    }
    for (const auto& x : workers_->all) {
      caf::anon_send_exit(x, caf::exit_reason::kill);
    }
    workers_->all.clear();
  }

  /// Workers that there are now.
  [[nodiscard]] int executions() const {
    return *executions_;
  }

  run_ledger& ledger() {
    return client_->ledger();
  }

  caf::actor_system& system() {
    return system_;
  }

private:
  temp_folder folder_;
  cluster_timing timing_;
  std::unique_ptr<history_place> place_;
  std::unique_ptr<faucet::history> client_;
  std::shared_ptr<execution_place> execution_ = std::make_shared<execution_place>();
  real_config config_;
  caf::actor_system system_{config_};
  struct known_workers {
    std::mutex mutex;
    std::vector<worker_actor> all;
  };

  std::shared_ptr<known_workers> workers_ = std::make_shared<known_workers>();
  std::shared_ptr<std::atomic<int>> executions_ = std::make_shared<std::atomic<int>>(0);
  size_t idle_ = system_.registry().running();
  std::vector<member_actor> members_;
  std::vector<history_actor> histories_;
};

} // namespace faucet::test
