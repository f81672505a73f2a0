#pragma once

#include "actors/messages.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <memory>
#include <optional>

namespace faucet {

class source_state {
public:
  static inline constexpr const char* name = "source";

  explicit source_state(source_actor::pointer self) : self_(self) {
    // nop
  }

  source_actor::behavior_type make_behavior(std::string type, std::shared_ptr<source_driver> driver,
                                            driver_context context);

private:
  caf::result<atom::done> open(const resume_point& from);
  caf::result<pulled> pull();

  source_actor::pointer self_;
  std::string type_;
  std::shared_ptr<source_driver> driver_;
  driver_context context_;
  std::optional<expected<pulled>> last_; ///< what every pull behind the end, or a failure, gets
};

/// Lets one source speak. The driver blocks, so spawn it detached; `type` names it in errors. Pulls
/// run ahead, so some may come behind the last page or a failure: the driver does not see these.
source_actor::behavior_type host_source(source_actor::stateful_pointer<source_state> self,
                                        std::string type, std::shared_ptr<source_driver> driver,
                                        driver_context context);

} // namespace faucet
