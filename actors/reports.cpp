#include "actors/reports.hpp"

#include <algorithm>

namespace faucet {

const char* to_string(outcome how) noexcept {
  switch (how) {
    case outcome::completed:
      return "ok";
    case outcome::failed:
      return "failed";
    case outcome::cancelled:
      return "cancelled";
    case outcome::skipped:
      return "skipped";
  }
  return "unknown";
}

std::string label_of(const invocation_report& x) {
  return x.parent_key ? x.row + "[" + *x.parent_key + "]" : x.row;
}

outcome run_report::how() const noexcept {
  auto any = [this](outcome which) {
    return std::ranges::any_of(invocations,
                               [which](const auto& report) { return report.how == which; });
  };
  if (any(outcome::failed)) {
    return outcome::failed;
  }
  return any(outcome::cancelled) ? outcome::cancelled : outcome::completed;
}

} // namespace faucet
