#include "cluster/history_host.hpp"

#include "actors/hosting.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

const std::string role = "history";

/// Asks the history; what it throws is an error of this one question.
template <class F>
auto ask(F&& f) {
  return answer(call_driver(role, std::forward<F>(f)));
}

} // namespace

history_actor::behavior_type host_history(history_actor::pointer, std::shared_ptr<history> opened) {
  return {
    [opened](atom::claim, const claim_terms& terms) {
      return ask([&] { return opened->ledger().claim(terms); });
    },
    [opened](atom::start, const owned_runs& x) {
      return ask([&] { return opened->ledger().note_started(x.owner, x.holds); });
    },
    [opened](atom::renew, const renewal_request& x) {
      return ask([&] { return opened->ledger().renew(x.runs.owner, x.runs.holds, x.lease); });
    },
    [opened](atom::finish, const end_request& x) {
      return ask([&] { return opened->ledger().finish(x.owner, x.ends); });
    },
    [opened](atom::give_back, const owned_runs& x) {
      return ask([&] { return opened->ledger().hand_back(x.owner, x.holds); });
    },
    [opened](atom::cancels, const std::string& owner) {
      return ask([&] { return opened->ledger().cancels_of(owner); });
    },
    [opened](atom::beat, const member_facts& facts) {
      return ask([&] { return opened->members().heartbeat(facts); });
    },
    [opened](atom::members, std::chrono::milliseconds window) {
      return ask([&] { return opened->members().live(window); });
    },
    [opened](atom::leave, const std::string& instance) {
      return ask([&] { return opened->members().leave(instance); });
    },
    [opened](atom::reclaim, uint32_t max_attempts) {
      return ask([&] { return opened->ledger().reclaim(max_attempts); });
    },
    [opened](atom::reclaim, const std::string& instance, uint32_t max_attempts) {
      return ask([&] { return opened->ledger().reclaim_from(instance, max_attempts); });
    },
    [opened](atom::recover) { return ask([&] { return opened->ledger().recover_single(); }); },
    [opened](atom::pending) { return ask([&] { return opened->ledger().pending_by_pool(); }); },
    [opened](atom::starved, const std::string& pool, std::chrono::seconds older_than) {
      return ask([&] { return opened->ledger().fail_starved(pool, older_than); });
    },
  };
}

} // namespace faucet
