#include "state/history/storable_text.hpp"

#include "model/utf8.hpp"

namespace faucet {

std::string storable_text(std::string_view text) {
  constexpr std::string_view replacement = "\xef\xbf\xbd";
  auto result = with_utf8_replaced(text);
  for (auto at = result.find('\0'); at != std::string::npos; at = result.find('\0', at)) {
    result.replace(at, 1, replacement);
  }
  return result;
}

} // namespace faucet
