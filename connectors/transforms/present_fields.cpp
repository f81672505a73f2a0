#include "connectors/transforms/present_fields.hpp"

namespace faucet {

present_fields::present_fields(std::vector<std::string> names) : names_(std::move(names)) {
  // nop
}

std::span<const present_fields::place> present_fields::of(const shape& fields) {
  return **places_.find(fields, [this](const shape& x) {
    std::vector<place> result;
    for (uint32_t i = 0; i < names_.size(); ++i) {
      if (auto at = x.find(names_[i]); at != shape::npos) {
        result.push_back({i, static_cast<uint32_t>(at)});
      }
    }
    return result;
  });
}

} // namespace faucet
