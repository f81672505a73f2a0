// What a node does about its runs and to its peers.

#include "tests/sim/node.hpp"
#include "tests/sim/world.hpp"

namespace faucet::sim {

using std::chrono::milliseconds;

// -- effects: to the runs -----------------------------------------------------

void node::carry_out(const effects::start_run& x) {
  auto started = std::make_shared<work>(*this, x.hold, x.write_until);
  works_[x.hold] = started;
  started->begin();
}

void node::carry_out(const effects::extend_run& x) {
  if (auto at = works_.find(x.hold); at != works_.end()) {
    at->second->extend(x.write_until);
  }
}

void node::carry_out(const effects::stop_run& x) {
  if (world_.settings.bug == planted_bug::renew_after_isolation && x.why == stop_reason::isolated) {
    return;
  }
  if (auto at = works_.find(x.hold); at != works_.end()) {
    at->second->stop();
  }
}

void node::carry_out(const effects::drop_run& x) {
  if (world_.settings.bug == planted_bug::renew_after_isolation && x.why == stop_reason::isolated) {
    return;
  }
  if (auto at = works_.find(x.hold); at != works_.end()) {
    at->second->drop();
  }
}

void node::carry_out(const effects::discard_result&) {
  // nop
}

// -- effects: to the mesh -----------------------------------------------------

void node::carry_out(const effects::ask_port& x) {
  world_.mesh.knock(settings_.place, x.instance, x.round);
}

void node::carry_out(const effects::ask_peer& x) {
  question asked{x.peer, x.about, x.round};
  questions_.insert(asked);
  world_.mesh.send(settings_.place, x.peer, events::peer_question{instance_, x.about, x.round});
  later(milliseconds(2000), [this, asked, x] {
    if (questions_.erase(asked) != 0) {
      receive(events::peer_answer{x.peer, x.about, x.round, std::nullopt});
    }
  });
}

void node::carry_out(const effects::answer_peer& x) {
  world_.mesh.send(settings_.place, x.peer,
                   events::peer_answer{instance_, x.about, x.round, x.talks});
}

void node::carry_out(const effects::kick_peer& x) {
  world_.mesh.send(settings_.place, x.instance, events::kicked{});
}

void node::carry_out(const effects::say_bye&) {
  for (const auto& peer : state_.suspicion.links) {
    world_.mesh.send(settings_.place, peer, events::peer_bye{instance_});
  }
}

// -- effects: to the node -----------------------------------------------------

void node::carry_out(const effects::tell_isolated&) {
  // nop
}

void node::carry_out(const effects::tell_verdict&) {
  // nop
}

} // namespace faucet::sim
