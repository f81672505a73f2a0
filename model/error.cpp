#include "model/error.hpp"

namespace faucet {

const char* to_string(ec code) noexcept {
  switch (code) {
    case ec::none:
      return "none";
    case ec::invalid_config:
      return "invalid_config";
    case ec::source_failed:
      return "source_failed";
    case ec::transform_failed:
      return "transform_failed";
    case ec::sink_failed:
      return "sink_failed";
    case ec::state_failed:
      return "state_failed";
    case ec::state_conflict:
      return "state_conflict";
    case ec::lease_lost:
      return "lease_lost";
    case ec::cancelled:
      return "cancelled";
    case ec::unavailable:
      return "unavailable";
    case ec::internal:
      return "internal";
  }
  return "unknown"; // a newer node's code
}

std::string render(const error& err) {
  if (err.which.empty()) {
    return err.what;
  }
  return err.which + ": " + err.what;
}

bool is_transient(const error& err) noexcept {
  return err.code == ec::unavailable;
}

} // namespace faucet
