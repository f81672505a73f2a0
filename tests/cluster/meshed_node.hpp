#pragma once

#include "actors/system_config.hpp"
#include "cluster/history_host.hpp"
#include "cluster/member.hpp"
#include "cluster/mesh/start_mesh.hpp"
#include "cluster/mesh/system_config.hpp"
#include "cluster/worker.hpp"
#include "connectors/catalogue.hpp"
#include "tests/catch.hpp"
#include "tests/state/history/history_place.hpp"
#include "tests/temp_folder.hpp"

#include <caf/all.hpp>
#include <caf/io/all.hpp>

#include <mutex>
#include <thread>

namespace faucet::test {

using namespace std::chrono_literals;

/// A member with its mesh, in an actor system of its own as a process has one. It looks for runs by
/// itself only once a minute, so that what happens sooner is the mesh's doing.
class meshed_node {
public:
  meshed_node(history_place& place, const std::string& instance, uint32_t places = 4,
              mesh_settings settings = {{"127.0.0.1", 0}, {"127.0.0.1", 0}, {}, {}})
    : instance_(instance) {
    history_ = system_.spawn<caf::detached>(host_history, std::shared_ptr<history>{place.open()});
    auto started = start_mesh(system_, settings, instance, history_, [this](const auto& text) {
      std::lock_guard guard(mutex_);
      warnings_ += text + "\n";
    });
    REQUIRE(started);
    mesh_ = started->actor;
    address_ = started->advertised;
    auto execution = std::make_shared<execution_place>();
    execution->connectors = &built_in_catalogue();
    member_settings self;
    self.self = {
      .instance = instance, .mesh = address_, .max_concurrent = places, .pools = {{"default"}}};
    self.timing.poll = 60s;
    self.timing.drain_grace = 100ms;
    self.timing.flush_grace = 500ms;
    auto start = [this, execution](const member_actor& owner, const claimed_run& run, auto until) {
      auto result =
        caf::actor_cast<worker_actor>(system_.spawn(worker, owner, run, execution, until));
      return result;
    };
    member_ =
      system_.spawn(member, self, member_parts{.history = history_, .start = start, .mesh = mesh_});
  }

  ~meshed_node() {
    die();
  }

  /// Ends as a process that is killed does: no goodbye, and nothing listens any more.
  void die() {
    caf::anon_send_exit(member_, caf::exit_reason::kill);
    caf::anon_send_exit(mesh_, caf::exit_reason::kill);
    caf::anon_send_exit(history_, caf::exit_reason::kill);
  }

  [[nodiscard]] const std::string& instance() const {
    return instance_;
  }

  [[nodiscard]] const std::string& address() const {
    return address_;
  }

  [[nodiscard]] endpoint place() const {
    return *parse_endpoint(address_, instance_);
  }

  std::string warnings() {
    std::lock_guard guard(mutex_);
    return warnings_;
  }

  const member_actor& own_member() const {
    return member_;
  }

  /// True where both nodes say that they talk to each other.
  bool talks_to(const meshed_node& other) {
    auto heard = false;
    caf::scoped_actor self{system_};
    self->request(mesh_, 5s, atom::probe::value, other.instance_, instance_)
      .receive([&](bool talks) { heard = talks; }, [](const caf::error&) {});
    return heard;
  }

  port_state port_of(const std::string& instance) {
    auto result = port_state::unknown;
    caf::scoped_actor self{system_};
    self->request(mesh_, 20s, atom::probe::value, instance)
      .receive([&](port_state state) { result = state; }, [](const caf::error&) {});
    return result;
  }

  bool drain() {
    auto left = false;
    caf::scoped_actor self{system_};
    self->request(member_, 30s, atom::drain::value)
      .receive([&](atom::done) { left = true; }, [](const caf::error&) {});
    return left;
  }

private:
  struct real_config : caf::actor_system_config {
    real_config() {
      configure(*this);
      configure_mesh(*this);
    }
  };

  std::string instance_;
  std::mutex mutex_;
  std::string warnings_;
  real_config config_;
  caf::actor_system system_{config_};
  history_actor history_;
  mesh_actor mesh_;
  std::string address_;
  member_actor member_;
};

/// Waits until a condition holds; false where it does not within some seconds.
template <class Condition>
bool eventually(Condition condition, std::chrono::seconds patience = 20s) {
  auto give_up = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > give_up) {
      return false;
    }
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

} // namespace faucet::test
