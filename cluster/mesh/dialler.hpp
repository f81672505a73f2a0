#pragma once

#include "cluster/link/dial.hpp"
#include "cluster/mesh/contact_book.hpp"

#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/io/fwd.hpp>
#include <caf/io/scribe.hpp>

#include <optional>
#include <string>

namespace faucet {

/// What a call needs.
struct call_order {
  contact_call call;
  tls_context_ptr context; ///< none where the mesh is not encrypted
  link_hello own;
  link_times times;
};

/// What came of it.
struct call_outcome {
  std::optional<error> fault;
  link_hello peer;            ///< who answered
  caf::io::scribe_ptr scribe; ///< of a link that is to stay
};

/// Makes one call, which blocks; so spawn it detached. Answers (open_atom) with its `call_outcome`
/// and ends.
caf::behavior make_call(caf::event_based_actor* self, call_order order);

/// Looks who is there. Answers (open_atom) with a `port_state` and ends.
caf::behavior make_probe(caf::event_based_actor* self, call_order order);

} // namespace faucet

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::call_outcome)
