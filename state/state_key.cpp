#include "state/state_key.hpp"

#include <algorithm>
#include <cstdint>

namespace faucet {

namespace {

constexpr size_t component_max = 64;
constexpr size_t readable_max = 32;

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
         || c == '.' || c == '-';
}

/// FNV-1a over 64 bits as 16 lower-case hex digits.
std::string fnv1a_hex(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (auto c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  std::string result(16, '0');
  for (auto at = result.rbegin(); at != result.rend(); ++at, hash >>= 4) {
    *at = "0123456789abcdef"[hash & 15];
  }
  return result;
}

} // namespace

std::string encode_component(std::string_view raw) {
  if (!raw.empty() && raw.size() <= component_max && std::ranges::all_of(raw, is_key_character)) {
    return std::string{raw};
  }
  std::string readable;
  for (auto c : raw) {
    if (is_key_character(c) && readable.size() < readable_max) {
      readable += c;
    }
  }
  return readable + ".h" + fnv1a_hex(raw);
}

std::string state_key(std::string_view pipeline, std::string_view row) {
  return encode_component(pipeline) + "::" + encode_component(row);
}

} // namespace faucet
