#include "connectors/transforms/field_digest.hpp"

#include "model/base64.hpp"

#include <openssl/evp.h>

namespace faucet {

void field_digest::deleter::operator()(evp_md_ctx_st* x) const noexcept {
  EVP_MD_CTX_free(x);
}

field_digest::field_digest(digest_algorithm algorithm, digest_encoding encoding,
                           std::string_view salt)
  : algorithm_(algorithm), encoding_(encoding), salted_sha256_(EVP_MD_CTX_new()),
    current_(EVP_MD_CTX_new()) {
  // A failure here shows at the first value.
  EVP_DigestInit_ex(salted_sha256_.get(), EVP_sha256(), nullptr);
  EVP_DigestUpdate(salted_sha256_.get(), salt.data(), salt.size());
  salted_blake3_.update(salt);
}

field_digest::~field_digest() = default;

expected<value> field_digest::of(const value& x, page_builder& out) {
  std::string_view text;
  if (x.is_string() || x.kind() == kind::bytes) {
    text = x.as_text();
  } else {
    text_.clear();
    json_.append(text_, x);
    text = text_.view();
  }
  if (algorithm_ == digest_algorithm::blake3) {
    auto state = salted_blake3_;
    state.update(text);
    return encoded(state.finish(), out);
  }
  return sha256(text).map([&](const octets& digest) { return encoded(digest, out); });
}

expected<field_digest::octets> field_digest::sha256(std::string_view text) {
  octets result;
  auto ok = EVP_MD_CTX_copy_ex(current_.get(), salted_sha256_.get()) == 1
            && EVP_DigestUpdate(current_.get(), text.data(), text.size()) == 1
            && EVP_DigestFinal_ex(current_.get(), result.data(), nullptr) == 1;
  if (!ok) {
    return fail(ec::transform_failed, "the cryptographic library offers no SHA-256");
  }
  return result;
}

value field_digest::encoded(const octets& digest, page_builder& out) const {
  if (encoding_ == digest_encoding::base64) {
    auto size = base64_size(digest.size());
    auto* text = static_cast<char*>(out.memory().allocate(size));
    write_base64(text, {reinterpret_cast<const char*>(digest.data()), digest.size()});
    return value::of_string({text, size});
  }
  constexpr std::string_view hex = "0123456789abcdef";
  auto* text = static_cast<char*>(out.memory().allocate(2 * digest.size()));
  for (size_t i = 0; i < digest.size(); ++i) {
    text[2 * i] = hex[digest[i] >> 4U];
    text[2 * i + 1] = hex[digest[i] & 0xfU];
  }
  return value::of_string({text, 2 * digest.size()});
}

} // namespace faucet
