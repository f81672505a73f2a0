#pragma once

#include "config/options.hpp"
#include "connectors/transforms/blake3.hpp"
#include "model/canonical_json.hpp"
#include "model/page_builder.hpp"

#include <array>
#include <memory>
#include <span>

struct evp_md_ctx_st;

namespace faucet {

enum class digest_algorithm { sha256, blake3 };

constexpr std::array<enum_name<digest_algorithm>, 2> enum_names(digest_algorithm) {
  return {{{"sha256", digest_algorithm::sha256}, {"blake3", digest_algorithm::blake3}}};
}

enum class digest_encoding { hex, base64 };

constexpr std::array<enum_name<digest_encoding>, 2> enum_names(digest_encoding) {
  return {{{"hex", digest_encoding::hex}, {"base64", digest_encoding::base64}}};
}

/// Hashes values: strings and bytes as they are, anything else as its compact JSON with sorted
/// keys, so that equal values give equal digests.
class field_digest {
public:
  /// `salt` is put in front of every value.
  field_digest(digest_algorithm algorithm, digest_encoding encoding, std::string_view salt);
  ~field_digest();

  /// A string cell in the page of `out`.
  expected<value> of(const value& x, page_builder& out);

private:
  struct deleter {
    void operator()(evp_md_ctx_st* x) const noexcept;
  };

  using sha256_state = std::unique_ptr<evp_md_ctx_st, deleter>;
  using octets = std::array<uint8_t, 32>;

  expected<octets> sha256(std::string_view text);
  [[nodiscard]] value encoded(const octets& digest, page_builder& out) const;

  digest_algorithm algorithm_;
  digest_encoding encoding_;
  // Both have taken the salt.
  sha256_state salted_sha256_;
  blake3 salted_blake3_;
  sha256_state current_; // of the value at hand
  canonical_json_writer json_;
  byte_buffer text_; // of what is no string
};

} // namespace faucet
