#pragma once

#include "actors/messages.hpp"
#include "actors/write_permit.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace faucet {

/// Whether a sink may give up single records of a page, because dead letters are kept.
enum class rejection { forbidden, allowed };

/// Whether pages may be written behind one whose write failed like this. Absent: never, for they
/// would leave a hole, or a later change without the earlier one.
using gap_rule = std::function<bool(const error& why)>;

class sink_state {
public:
  static inline constexpr const char* name = "sink";

  explicit sink_state(sink_actor::pointer self) : self_(self) {
    // nop
  }

  sink_actor::behavior_type make_behavior(std::string type, std::shared_ptr<sink_driver> driver,
                                          driver_context context, rejection of_rows,
                                          std::shared_ptr<const write_permit> permit,
                                          gap_rule gaps);

private:
  caf::result<atom::done> open(const sink_start& start);
  caf::result<write_result> write(const page& rows);
  caf::result<atom::done> flush();
  caf::result<atom::done> close(ending how);
  caf::result<left_out> omitted();

  sink_actor::pointer self_;
  std::string type_;
  std::shared_ptr<sink_driver> driver_;
  driver_context context_;
  std::optional<expected<void>> opened_;
  std::vector<rejected_row> rejected_; ///< of the page being written
  std::shared_ptr<const write_permit> permit_;
  gap_rule gaps_;
  std::optional<ec> broken_off_; ///< by a page that failed: nothing is written any more
};

/// Lets one sink speak. The driver blocks, so spawn it detached; `type` names it in errors. Without
/// a permit writing is always allowed.
sink_actor::behavior_type host_sink(sink_actor::stateful_pointer<sink_state> self, std::string type,
                                    std::shared_ptr<sink_driver> driver, driver_context context,
                                    rejection of_rows, std::shared_ptr<const write_permit> permit,
                                    gap_rule gaps);

} // namespace faucet
