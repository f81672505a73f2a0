#pragma once

#include "apps/node/gateway/control_plane.hpp"
#include "apps/node/gateway/waiting_line.hpp"

#include <caf/atom.hpp>
#include <caf/fwd.hpp>
#include <caf/typed_actor.hpp>

#include <array>
#include <memory>
#include <vector>

namespace faucet::atom {

using serve = caf::atom_constant<caf::atom("serve")>;

} // namespace faucet::atom

namespace faucet {

/// Answers requests one after another.
using desk_actor = caf::typed_actor<
  // Something waits in the line before it.
  caf::reacts_to<atom::serve>>;

/// A request on its way to a desk.
struct desk_request {
  http_request request;
  std::shared_ptr<http_exchange> exchange;
};

/// The desks of one node. Before those for one like of requests is one line, which all of them
/// serve.
class desks {
public:
  /// The most that may wait, for each desk.
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

  /// Ends them all, and drops what waits.
  void close();

private:
  struct group {
    std::vector<desk_actor> desks;
    std::shared_ptr<waiting_line<desk_request>> line =
      std::make_shared<waiting_line<desk_request>>();
  };

  std::array<group, 2> groups_; ///< by purpose
};

} // namespace faucet
