#include "cluster/bounded_text.hpp"

#include "state/history/storable_text.hpp"

namespace faucet {

std::string bounded_text(std::string_view text, size_t most_bytes) {
  if (text.size() <= most_bytes) {
    return storable_text(text);
  }
  auto end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end; // not within a character
  }
  return storable_text(text.substr(0, end)) + " … (" + std::to_string(text.size() - end)
         + " bytes more)";
}

} // namespace faucet
