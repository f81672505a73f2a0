#include "connectors/formats/line_counter.hpp"

#include <algorithm>

namespace faucet {

void line_counter::add(std::string_view text) noexcept {
  if (text.empty()) {
    return;
  }
  if (after_cr_ && text[0] == '\n') {
    --line_ends_; // counted at the CR
  }
  line_ends_ += static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n'));
  for (auto at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') {
      ++line_ends_;
    }
  }
  after_cr_ = text.back() == '\r';
}

} // namespace faucet
