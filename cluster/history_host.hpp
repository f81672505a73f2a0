#pragma once

#include "cluster/messages.hpp"
#include "state/history/open_history.hpp"

#include <memory>

namespace faucet {

/// Lets one connection to the history speak. It blocks, so spawn it detached.
history_actor::behavior_type host_history(history_actor::pointer self,
                                          std::shared_ptr<history> opened);

} // namespace faucet
