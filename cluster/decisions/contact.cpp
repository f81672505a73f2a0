#include "cluster/decisions/contact.hpp"

namespace faucet {

void heartbeat_if_due(contact_state& x, uint32_t in_flight, uint32_t room, moment now,
                      const cluster_timing& timing, effect_list& out) {
  if (now < x.next_heartbeat || x.heartbeat_asked) {
    return;
  }
  x.next_heartbeat = now + timing.heartbeat();
  x.heartbeat_asked = now;
  out.emplace_back(effects::ask_heartbeat{in_flight, room});
}

void note_contact(contact_state& x, bool answers, moment asked, const cluster_timing& timing) {
  if (answers && (x.failing || !x.answered)) {
    x.unbroken = asked;
  }
  x.failing = !answers;
  if (!answers) {
    return;
  }
  if (!x.answered || asked - *x.answered >= timing.tick()) {
    x.since = asked;
  }
  if (!x.answered || asked > *x.answered) {
    x.answered = asked;
  }
}

bool answers(const contact_state& x) {
  return x.answered && !x.failing;
}

bool is_steady(const contact_state& x, moment now, const cluster_timing& timing) {
  return answers(x) && now - *x.answered < timing.tick() && now - x.since >= timing.tick();
}

} // namespace faucet
