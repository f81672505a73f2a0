#include "apps/node/gateway/fingerprint.hpp"

#include "config/to_value.hpp"
#include "model/canonical_json.hpp"
#include "model/member_facts.hpp"
#include "model/page_builder.hpp"
#include "state/sha256.hpp"

namespace faucet {

namespace {

constexpr char separator = '\0';

template <class Number>
std::string text_of(const std::optional<Number>& x) {
  return x ? std::to_string(*x) : "";
}

} // namespace

std::string config_fingerprint(std::string_view name, const node& document) {
  page_builder memory;
  auto text = std::string{name} + separator;
  append_canonical_json(text, to_value(document, memory));
  return hex_of(sha256(text));
}

std::string submission_fingerprint(std::string_view config_fingerprint, const fingerprinted& x) {
  auto text = std::string{config_fingerprint} + separator + x.clock + separator
              + text_of(x.timeout_secs) + separator + text_of(x.concurrency) + separator;
  for (const auto& [key, value] : x.labels) {
    text += key + separator + value + separator;
  }
  auto result = hex_of(sha256(text));
  if (x.pool != default_pool) {
    result += "|pool=" + x.pool;
  }
  return result;
}

} // namespace faucet
