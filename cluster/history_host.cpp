#include "cluster/history_host.hpp"

#include "actors/hosting.hpp"
#include "cluster/neighbours.hpp"
#include "cluster/settle_ends.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

const std::string role = "history";

/// Asks the history while somebody waits for it; what it throws is an error of this one question.
class asker {
public:
  explicit asker(history_actor::pointer self) : self_(self) {
    // nop
  }

  template <class F>
  auto operator()(deadline until, F&& f) const {
    using outcome = decltype(f());
    if (self_->home_system().clock().now() >= until) {
      return answer(outcome{fail(ec::unavailable, "nobody waits for the answer any more", role)});
    }
    return answer(call_driver(role, std::forward<F>(f)));
  }

private:
  history_actor::pointer self_;
};

} // namespace

history_actor::behavior_type host_history(history_actor::pointer self,
                                          std::shared_ptr<history> opened) {
  asker ask{self};
  return {
    [opened, ask](atom::claim, deadline until, const claim_terms& terms) {
      return ask(until, [&] { return opened->ledger().claim(terms); });
    },
    [opened, ask](atom::start, deadline until, const owned_runs& x) {
      return ask(until, [&] { return opened->ledger().note_started(x.owner, x.holds); });
    },
    [opened, ask](atom::renew, deadline until, const renewal_request& x) {
      return ask(until,
                 [&] { return opened->ledger().renew(x.runs.owner, x.runs.holds, x.lease); });
    },
    [opened, ask](atom::finish, deadline until, const end_request& x) {
      return ask(until, [&] { return settle_ends(opened->ledger(), x.owner, x.ends); });
    },
    [opened, ask](atom::give_back, deadline until, const hand_back_request& x) {
      return ask(until,
                 [&] { return opened->ledger().hand_back(x.runs.owner, x.runs.holds, x.waiting); });
    },
    [opened, ask](atom::cancels, deadline until, const std::string& owner) {
      return ask(until, [&] { return opened->ledger().cancels_of(owner); });
    },
    [opened, ask](atom::beat, deadline until, const member_facts& facts) {
      return ask(until, [&] { return opened->members().heartbeat(facts); });
    },
    [opened, ask](atom::members, deadline until, std::chrono::milliseconds window) {
      return ask(until, [&] { return opened->members().live(window); });
    },
    [opened, ask](atom::leave, deadline until, const std::string& instance) {
      return ask(until, [&] { return opened->members().leave(instance); });
    },
    [opened, ask](atom::reclaim, deadline until, uint32_t max_attempts) {
      return ask(until, [&] { return opened->ledger().reclaim(max_attempts); });
    },
    [opened, ask](atom::reclaim, deadline until, const std::string& instance,
                  uint32_t max_attempts) {
      return ask(until, [&] { return opened->ledger().reclaim_from(instance, max_attempts); });
    },
    [opened, ask](atom::recover, deadline until, std::chrono::milliseconds lease) {
      return ask(until, [&] { return recover_alone(opened->members(), opened->ledger(), lease); });
    },
    [opened, ask](atom::pending, deadline until) {
      return ask(until, [&] { return opened->ledger().pending_by_pool(); });
    },
    [opened, ask](atom::starved, deadline until, const std::string& pool,
                  std::chrono::seconds older_than) {
      return ask(until, [&] { return opened->ledger().fail_starved(pool, older_than); });
    },
  };
}

} // namespace faucet
