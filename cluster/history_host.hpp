#pragma once

#include "cluster/messages.hpp"
#include "state/history/open_history.hpp"

#include <memory>

namespace faucet {

/// Lets one connection to the history speak. It blocks, so spawn it detached. The connection should
/// give up on a silent server after cluster_timing::history_wait.
history_actor::behavior_type host_history(history_actor::pointer self,
                                          std::shared_ptr<history> opened);

} // namespace faucet
