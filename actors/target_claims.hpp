#pragma once

#include "connectors/driver.hpp"

#include <string>
#include <unordered_map>

namespace faucet {

/// What the invocations of one run write under fixed names or replace, so that no two of them do so
/// with the same thing. What a file says is seen when it loads; names made of records only here.
class target_claims {
public:
  /// Refused where another invocation has the same target.
  expected<void> claim(const sink_driver& sink, const std::string& who);

private:
  expected<void> claim(const std::string& target, const std::string& who);

  std::unordered_map<std::string, std::string> owners_; ///< target -> who
};

} // namespace faucet
