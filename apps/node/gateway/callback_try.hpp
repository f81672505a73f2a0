#pragma once

#include "state/history/outbox.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// How long one try of a callback may take.
constexpr std::chrono::seconds callback_time{10};

/// What is to become of a callback after a try.
struct callback_verdict {
  std::string error; ///< why it was not delivered, without secrets; empty: it was
  std::optional<std::chrono::milliseconds> pause; ///< until the next try; nothing: there is none
};

/// Calls once, and blocks for as long as `callback_time`. Where the host is not among `hosts`, none
/// of its addresses may be link-local, and it is one of these addresses that is called, whatever
/// the name means a moment later. Redirects are refusals.
callback_verdict try_callback(const delivery& x, const std::vector<std::string>& hosts);

} // namespace faucet
