#include "cluster/mesh/mesh.hpp"

#include "actors/detached.hpp"
#include "actors/errors.hpp"
#include "cluster/mesh/link_scribe.hpp"

#include <caf/all.hpp>
#include <caf/io/all.hpp>

#include <algorithm>
#include <set>

namespace faucet {
namespace {

using namespace std::chrono_literals;

/// For a peer to answer.
constexpr auto peer_patience = 2s;

/// For a call and all that it waits for.
constexpr auto call_patience = 15s;

/// Between two questions to a history that does not answer.
constexpr auto history_pause = 1s;

/// Questions that the member has not answered yet.
constexpr size_t most_questions = 1024;

constexpr auto probe_times = link_times{.connect = 1s, .handshake = 1s};

} // namespace

mesh_actor::behavior_type mesh_host::make_behavior(mesh_parts parts) {
  parts_ = std::move(parts);
  facts_.instance = parts_.instance;
  facts_.mesh = to_string(parts_.advertise);
  contacts_ = std::make_unique<contact_book>(parts_.instance, parts_.join, now());
  self_->set_down_handler([this](const caf::down_msg& down) { take_down(down); });
  ask_who_lives();
  remind();
  return {
    [this](atom::hello, const introduction& said) { return greet(said); },
    [this](atom::facts, const introduction& said) { take_facts(said); },
    [this](atom::kick) {
      count_received();
      tell_member(events::kicked{});
    },
    [this](atom::cancel, const std::string& run) {
      count_received();
      tell_member(events::cancel_told{run});
    },
    [this](atom::bye, const std::string& instance) {
      count_received();
      contacts_->take_bye(instance);
      tell_member(events::peer_bye{instance});
    },
    [this](atom::ask, const std::string& asker, const std::string& about) {
      return take_question(asker, about);
    },
    [this](atom::join, const member_actor& member, const member_facts& self) {
      join(member, self);
    },
    [this](atom::facts, const member_facts& facts) { take_own_facts(facts); },
    [this](atom::members, const std::vector<live_member>& live) {
      for (const auto& x : live) {
        contacts_->learn(x.facts.instance, x.facts.mesh, now());
      }
      dial_due();
    },
    [this](atom::kick, const std::string& instance) {
      if (auto to = peers_.find(instance); to != peers_.end()) {
        self_->send(to->second.handle, atom::kick::value);
        count_sent();
      }
    },
    [this](atom::stop, const std::string& run) { tell_all(atom::cancel::value, run); },
    [this](atom::probe, const std::string& peer, const std::string& about) {
      return ask_peer(peer, about);
    },
    [this](atom::probe, const std::string& instance) { return ask_port(instance); },
    [this](atom::answer, const std::string& asker, const std::string& about, uint64_t round,
           bool talks) { take_answer(asker, about, round, talks); },
    [this](atom::bye) { tell_all(atom::bye::value, parts_.instance); },
    [this](atom::open, const std::shared_ptr<link_listener>& listener) { listener_ = listener; },
    [this](atom::knock, const std::string& instance, const std::string& place) {
      contacts_->take_knock(instance, place, now());
      dial_due();
    },
    [this](atom::members) { ask_who_lives(); },
    [this](atom::tick) {
      if (now() < reminded_) {
        return; // a nearer reminder has overtaken this one
      }
      reminded_ = moment::max();
      dial_due();
    },
  };
}

// -- of peers -------------------------------------------------------------------

introduction mesh_host::greet(const introduction& said) {
  count_received();
  if (auto speaker = caf::actor_cast<peer_actor>(self_->current_sender())) {
    take_link(speaker, said);
  }
  count_sent();
  return own_introduction();
}

void mesh_host::take_link(const peer_actor& handle, const introduction& said) {
  const auto& instance = said.facts.instance;
  auto [at, fresh] = peers_.try_emplace(instance);
  if (!fresh && at->second.handle != handle) {
    self_->demonitor(at->second.handle.address());
    count_link(false);
  }
  if (fresh || at->second.handle != handle) {
    self_->monitor(handle);
    count_link(true);
  }
  at->second = {handle, said};
  contacts_->learn(instance, said.facts.mesh, now());
  contacts_->take_link(instance);
  for (const auto& other : said.knows) {
    contacts_->learn(other.instance, other.mesh, now());
  }
  if (fresh) {
    tell_member(events::link_up{instance});
  }
  tell_member(events::peer_facts{said.facts});
  dial_due();
}

void mesh_host::take_facts(const introduction& said) {
  count_received();
  if (auto from = peers_.find(said.facts.instance); from != peers_.end()) {
    from->second.said.facts = said.facts;
    tell_member(events::peer_facts{said.facts});
  }
}

void mesh_host::take_down(const caf::down_msg& down) {
  if (member_ && down.source == member_.address()) {
    self_->quit();
    return;
  }
  for (auto at = peers_.begin(); at != peers_.end(); ++at) {
    if (at->second.handle.address() == down.source) {
      auto instance = at->first;
      peers_.erase(at); // a handle that went down stays dead, whatever comes of the node
      count_link(false);
      contacts_->take_loss(instance, now());
      tell_member(events::link_down{instance});
      dial_due();
      return;
    }
  }
}

caf::result<bool> mesh_host::take_question(const std::string& asker, const std::string& about) {
  count_received();
  if (!member_ || open_questions_.size() >= most_questions) {
    count_sent();
    return caf::make_error(caf::sec::runtime_error, "nobody can answer now");
  }
  auto promise = self_->make_response_promise<bool>();
  auto round = ++questions_;
  open_questions_.emplace(std::tuple(asker, about, round), promise);
  tell_member(events::peer_question{asker, about, round});
  return promise;
}

void mesh_host::take_answer(const std::string& asker, const std::string& about, uint64_t round,
                            bool talks) {
  if (auto at = open_questions_.find(std::tuple(asker, about, round));
      at != open_questions_.end()) {
    at->second.deliver(talks);
    count_sent();
    open_questions_.erase(at);
  }
}

// -- of what passes over links --------------------------------------------------

void mesh_host::count_sent(size_t messages) const {
  if (parts_.counts) {
    parts_.counts->sent(messages);
  }
}

void mesh_host::count_received() const {
  if (parts_.counts) {
    parts_.counts->received();
  }
}

void mesh_host::count_link(bool made) const {
  if (parts_.counts) {
    parts_.counts->link_changed(made);
  }
}

// -- of this node ---------------------------------------------------------------

void mesh_host::join(const member_actor& member, const member_facts& self) {
  member_ = member;
  self_->monitor(member_);
  for (const auto& [instance, x] : peers_) {
    tell_member(events::link_up{instance});
    tell_member(events::peer_facts{x.said.facts});
  }
  take_own_facts(self);
}

void mesh_host::take_own_facts(const member_facts& facts) {
  auto said = facts;
  said.mesh = facts_.mesh; // as it is dialled
  if (said == facts_) {
    return;
  }
  facts_ = std::move(said);
  tell_all(atom::facts::value, introduction{facts_, {}});
}

caf::result<bool> mesh_host::ask_peer(const std::string& peer, const std::string& about) {
  auto to = peers_.find(peer);
  if (to == peers_.end()) {
    return caf::make_error(caf::sec::runtime_error, "no link to the peer");
  }
  auto promise = self_->make_response_promise<bool>();
  count_sent();
  self_->request(to->second.handle, peer_patience, atom::ask::value, parts_.instance, about)
    .then(
      [this, promise](bool talks) mutable {
        count_received();
        promise.deliver(talks);
      },
      [promise](const caf::error& err) mutable { promise.deliver(err); });
  return promise;
}

caf::result<port_state> mesh_host::ask_port(const std::string& instance) {
  const auto* place = contacts_->place_of(instance);
  if (!place) {
    return port_state::unknown;
  }
  auto order = order_of({instance, *place, link_purpose::probe});
  order.times = probe_times;
  auto hand = spawn_detached(*self_, make_probe, std::move(order));
  if (!hand) {
    return port_state::unknown;
  }
  auto promise = self_->make_response_promise<port_state>();
  self_->request(*hand, call_patience, atom::open::value)
    .then([promise](port_state state) mutable { promise.deliver(state); },
          [promise](const caf::error& err) mutable { promise.deliver(err); });
  return promise;
}

void mesh_host::ask_who_lives() {
  if (!parts_.history) {
    return;
  }
  auto until = self_->home_system().clock().now() + call_patience;
  self_->request(parts_.history, call_patience, atom::members::value, until, parts_.lease)
    .then(
      [this](const std::vector<live_member>& live) {
        self_->send(self_, atom::members::value, live);
      },
      [this](const caf::error&) {
        self_->delayed_send(self_, history_pause, atom::members::value);
      });
}

void mesh_host::tell_member(member_event event) {
  if (member_) {
    self_->send(member_, atom::hear::value, std::move(event));
  }
}

template <class... Message>
void mesh_host::tell_all(const Message&... message) {
  for (const auto& [instance, x] : peers_) {
    self_->send(x.handle, message...);
  }
  count_sent(peers_.size());
}

// -- dialling -------------------------------------------------------------------

void mesh_host::dial_due() {
  for (const auto& call : contacts_->due(now())) {
    dial(call);
  }
  remind();
}

void mesh_host::dial(const contact_call& call) {
  auto hand = spawn_detached(*self_, make_call, order_of(call));
  if (!hand) {
    give_up(call, render(hand.error()));
    return;
  }
  self_->request(*hand, call_patience, atom::open::value)
    .then([this, call](call_outcome& outcome) { take_outcome(call, outcome); },
          [this, call](const caf::error& err) { give_up(call, render(from_caf(err))); });
}

void mesh_host::take_outcome(const contact_call& call, call_outcome& outcome) {
  if (outcome.fault) {
    give_up(call, render(*outcome.fault));
    return;
  }
  if (outcome.scribe) {
    connect(call, outcome);
    return;
  }
  contacts_->take_outcome(call, true, now());
  contacts_->learn(outcome.peer.instance, outcome.peer.mesh, now());
  dial_due();
}

void mesh_host::connect(const contact_call& call, const call_outcome& outcome) {
  self_
    ->request(link_broker(self_->system()), peer_patience, caf::connect_atom::value, outcome.scribe,
              mesh_door)
    .then(
      [this, call](caf::node_id&, caf::strong_actor_ptr& door, std::set<std::string>& interface) {
        auto& system = self_->system();
        if (!door || !system.assignable(interface, system.message_types<peer_actor>())) {
          give_up(call, to_string(call.place) + ": does not understand what is said between nodes");
          return;
        }
        introduce(call, caf::actor_cast<peer_actor>(door));
      },
      [this, call](const caf::error& err) { give_up(call, render(from_caf(err))); });
}

void mesh_host::introduce(const contact_call& call, const peer_actor& handle) {
  count_sent();
  self_->request(handle, peer_patience, atom::hello::value, own_introduction())
    .then(
      [this, call, handle](const introduction& said) {
        count_received();
        contacts_->take_outcome(call, true, now());
        take_link(handle, said);
      },
      [this, call](const caf::error& err) { give_up(call, render(from_caf(err))); });
}

void mesh_host::give_up(const contact_call& call, const std::string& why) {
  contacts_->take_outcome(call, false, now());
  if (contacts_->note_complaint(call, why) && parts_.warn) {
    parts_.warn("no link to another node: " + why);
  }
  remind();
}

void mesh_host::remind() {
  auto due = contacts_->next_due();
  if (due >= reminded_) {
    return;
  }
  reminded_ = due;
  self_->delayed_send(self_, std::max(due - now(), std::chrono::milliseconds{1}),
                      atom::tick::value);
}

call_order mesh_host::order_of(const contact_call& call) const {
  link_hello own;
  own.instance = parts_.instance;
  own.mesh = facts_.mesh;
  return {call, parts_.credentials ? parts_.credentials->current() : nullptr, std::move(own), {}};
}

introduction mesh_host::own_introduction() const {
  introduction result{facts_, {}};
  for (const auto& [instance, x] : peers_) {
    result.knows.push_back({instance, x.said.facts.mesh});
  }
  return result;
}

moment mesh_host::now() const {
  auto at = self_->home_system().clock().now().time_since_epoch();
  return moment{std::chrono::duration_cast<std::chrono::milliseconds>(at)};
}

mesh_actor::behavior_type mesh(mesh_actor::stateful_pointer<mesh_host> self, mesh_parts parts) {
  return self->state.make_behavior(std::move(parts));
}

} // namespace faucet
