#include "apps/node/gateway/fingerprint.hpp"

#include "config/to_value.hpp"
#include "model/canonical_json.hpp"
#include "model/member_facts.hpp"
#include "model/page_builder.hpp"

#include <openssl/sha.h>

#include <array>

namespace faucet {

namespace {

constexpr char separator = '\0';

std::string sha256_hex(std::string_view text) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  std::string result;
  for (auto byte : digest) {
    result += "0123456789abcdef"[byte >> 4];
    result += "0123456789abcdef"[byte & 0x0f];
  }
  return result;
}

template <class Number>
std::string text_of(const std::optional<Number>& x) {
  return x ? std::to_string(*x) : "";
}

} // namespace

std::string config_fingerprint(std::string_view name, const node& document) {
  page_builder memory;
  auto text = std::string{name} + separator;
  append_canonical_json(text, to_value(document, memory));
  return sha256_hex(text);
}

std::string submission_fingerprint(std::string_view config_fingerprint, const fingerprinted& x) {
  auto text = std::string{config_fingerprint} + separator + x.clock + separator
              + text_of(x.timeout_secs) + separator + text_of(x.concurrency) + separator;
  for (const auto& [key, value] : x.labels) {
    text += key + separator + value + separator;
  }
  auto result = sha256_hex(text);
  if (x.pool != default_pool) {
    result += "|pool=" + x.pool;
  }
  return result;
}

} // namespace faucet
