#pragma once

#include "state/history/open_history.hpp"

#include <atomic>
#include <chrono>
#include <memory>

namespace faucet {

struct node_settings;

/// How long a connection waits for an answer that serves people, or keeps house.
inline constexpr std::chrono::milliseconds history_silence{std::chrono::seconds{10}};

/// A connection to a node's history of its own, which waits up to `silence` for a server that does
/// not answer. While the history is not there it is waited for, a minute at most, or until `stop`.
expected<std::shared_ptr<history>> open_node_history(const node_settings& settings,
                                                     std::shared_ptr<std::atomic<bool>> stop,
                                                     std::chrono::milliseconds silence);

} // namespace faucet
