#pragma once

#include "model/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faucet {

/// What a request asks for, decoded.
struct http_target {
  std::vector<std::string> path; ///< "/v1/runs" is {"v1", "runs"}; "/" is {""}
  std::vector<std::pair<std::string, std::string>> query; ///< in the order of the wire

  /// The first value of that name in the query.
  [[nodiscard]] std::optional<std::string_view> parameter(std::string_view name) const;
};

/// Reads "/path?query". Refuses escapes that are none, what is no UTF-8, control characters, and
/// the segments "." and "..", also where they are escaped, so that a segment is always one plain
/// name.
expected<http_target> parse_http_target(std::string_view text);

} // namespace faucet
