#pragma once

#include "apps/node/gateway/control_plane.hpp"

#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/atom.hpp>
#include <caf/fwd.hpp>
#include <caf/typed_actor.hpp>

#include <atomic>
#include <memory>
#include <vector>

namespace faucet::atom {

using serve = caf::atom_constant<caf::atom("serve")>;

} // namespace faucet::atom

namespace faucet {

/// Answers requests one after another, with a connection to the history of its own.
using desk_actor =
  caf::typed_actor<caf::reacts_to<atom::serve, http_request, std::shared_ptr<http_exchange>>>;

/// The desks of one node. A request goes to where the fewest wait, of those for its like.
class desks {
public:
  /// The most that may wait at one desk.
  static constexpr size_t capacity = 512;

  /// The same of submissions that are probed first, each of which may take its time.
  static constexpr size_t patient_capacity = 8;

  enum class purpose {
    all,
    probed_first, ///< submissions with `doctor_first`, which must not keep others waiting
  };

  /// Opens so many more, which share one history: one of them uses it at a time, and none while it
  /// probes. Fails where the system has no thread left.
  expected<void> add(caf::blocking_actor& self, purpose for_what, size_t number,
                     const std::shared_ptr<const control_parts>& parts,
                     const std::shared_ptr<history>& kept);

  /// Hands a request over, and does not block. False where too many wait: then it is untouched.
  [[nodiscard]] bool take(http_request& request, std::shared_ptr<http_exchange>& exchange) const;

  /// Ends them all.
  void close();

private:
  struct place {
    desk_actor desk;
    purpose for_what;
    std::shared_ptr<std::atomic<size_t>> waiting;
  };

  static size_t waiting_at(const place& x);

  std::vector<place> places_;
};

} // namespace faucet

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::http_request)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::shared_ptr<faucet::http_exchange>)
