#pragma once

#include "config/node.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// What makes two submissions the same, as far as idempotency goes.
struct fingerprinted {
  std::string clock; ///< empty: none
  std::optional<uint64_t> timeout_secs;
  std::optional<uint32_t> concurrency;
  std::map<std::string, std::string> labels; ///< the server's own, too
  std::string pool;
};

/// Of a pipeline as it was submitted, its references not resolved: neither the order of its keys
/// nor the way it is written makes a difference. 64 hexadecimal digits.
std::string config_fingerprint(std::string_view name, const node& document);

/// Of a whole submission.
std::string submission_fingerprint(std::string_view config_fingerprint, const fingerprinted& x);

} // namespace faucet
