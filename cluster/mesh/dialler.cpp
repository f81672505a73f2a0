#include "cluster/mesh/dialler.hpp"

#include "cluster/mesh/link_scribe.hpp"
#include "cluster/mesh/messages.hpp"

#include <caf/all.hpp>
#include <caf/io/all.hpp>

namespace faucet {
namespace {

port_state state_of(probe_outcome outcome) {
  switch (outcome) {
    case probe_outcome::refused:
      return port_state::refused;
    case probe_outcome::other:
      return port_state::replaced;
    case probe_outcome::present:
      return port_state::answers;
    case probe_outcome::unknown:
      break;
  }
  return port_state::unknown;
}

call_outcome carry_out(caf::actor_system& system, const call_order& order) {
  auto own = order.own;
  own.purpose = order.call.purpose;
  own.wanted = order.call.instance;
  auto link = dial_link(order.call.place, order.context, own, order.times);
  if (!link) {
    return {.fault = std::move(link).error()};
  }
  call_outcome result{.peer = link->peer};
  if (own.purpose == link_purpose::stay) {
    result.scribe = make_scribe(system, std::move(*link));
  }
  return result;
}

} // namespace

caf::behavior make_call(caf::event_based_actor* self, call_order order) {
  return {
    [self, order = std::move(order)](atom::open) {
      self->quit();
      return carry_out(self->system(), order);
    },
  };
}

caf::behavior make_probe(caf::event_based_actor* self, call_order order) {
  return {
    [self, order = std::move(order)](atom::open) {
      self->quit();
      auto own = order.own;
      own.wanted = order.call.instance;
      return state_of(probe_node(order.call.place, order.context, own, order.times));
    },
  };
}

} // namespace faucet
