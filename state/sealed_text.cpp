#include "state/sealed_text.hpp"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <memory>
#include <optional>

namespace faucet {

namespace {

constexpr std::string_view magic = "FCT1";
constexpr char unbound_format = 1;
constexpr char bound_format = 2;
constexpr size_t nonce_size = 12;
constexpr size_t tag_size = 16;
constexpr size_t header_size = magic.size() + 1 + nonce_size;

struct free_cipher {
  void operator()(EVP_CIPHER_CTX* x) const noexcept {
    EVP_CIPHER_CTX_free(x);
  }
};

using cipher = std::unique_ptr<EVP_CIPHER_CTX, free_cipher>;

const unsigned char* bytes(std::string_view text) noexcept {
  return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytes(std::string& text) noexcept {
  return reinterpret_cast<unsigned char*>(text.data());
}

/// What is authenticated beside the text.
std::string binding_of(std::string_view state_key) {
  std::string result = "faucet:FCT1:v2";
  result += '\0';
  result += state_key;
  return result;
}

/// The text behind ciphertext and tag; nothing where the tag does not fit.
std::optional<std::string> decrypt(const unsigned char* key, std::string_view nonce,
                                   std::string_view ciphertext, std::string tag,
                                   std::string_view binding) {
  cipher x{EVP_CIPHER_CTX_new()};
  int size = 0;
  std::string text(ciphertext.size(), '\0');
  auto fits = EVP_DecryptInit_ex(x.get(), EVP_aes_256_gcm(), nullptr, key, bytes(nonce)) == 1
              && (binding.empty()
                  || EVP_DecryptUpdate(x.get(), nullptr, &size, bytes(binding),
                                       static_cast<int>(binding.size()))
                       == 1)
              && EVP_DecryptUpdate(x.get(), bytes(text), &size, bytes(ciphertext),
                                   static_cast<int>(ciphertext.size()))
                   == 1
              && EVP_CIPHER_CTX_ctrl(x.get(), EVP_CTRL_GCM_SET_TAG, tag_size, tag.data()) == 1
              && EVP_DecryptFinal_ex(x.get(), bytes(text) + size, &size) == 1;
  return fits ? std::optional{std::move(text)} : std::nullopt;
}

} // namespace

bool is_sealed(std::string_view text) noexcept {
  return text.starts_with(magic);
}

text_seal::text_seal(std::string_view key, const std::vector<std::string>& previous,
                     std::string_view advice)
  : advice_(advice) {
  keys_.push_back(sha256(key));
  for (const auto& older : previous) {
    keys_.push_back(sha256(older));
  }
}

expected<std::string> text_seal::seal(std::string_view text, std::string_view state_key) const {
  auto binding = binding_of(state_key);
  std::string result{magic};
  result += bound_format;
  result.resize(header_size + text.size() + tag_size);
  auto* nonce = bytes(result) + magic.size() + 1;
  auto* ciphertext = bytes(result) + header_size;
  cipher x{EVP_CIPHER_CTX_new()};
  int size = 0;
  auto done =
    RAND_bytes(nonce, nonce_size) == 1
    && EVP_EncryptInit_ex(x.get(), EVP_aes_256_gcm(), nullptr, keys_.front().data(), nonce) == 1
    && EVP_EncryptUpdate(x.get(), nullptr, &size, bytes(binding), static_cast<int>(binding.size()))
         == 1
    && EVP_EncryptUpdate(x.get(), ciphertext, &size, bytes(text), static_cast<int>(text.size()))
         == 1
    && EVP_EncryptFinal_ex(x.get(), ciphertext + size, &size) == 1
    && EVP_CIPHER_CTX_ctrl(x.get(), EVP_CTRL_GCM_GET_TAG, tag_size, ciphertext + text.size()) == 1;
  if (!done) {
    return fail(ec::state_failed, "cannot be sealed: the system gives no random bytes");
  }
  return result;
}

expected<std::string> text_seal::open(std::string_view sealed, std::string_view state_key) const {
  if (!is_sealed(sealed)) {
    return fail(ec::state_failed, "not sealed");
  }
  if (sealed.size() < header_size + tag_size) {
    return fail(ec::state_failed, "sealed, but cut short");
  }
  auto format = sealed[magic.size()];
  if (format != unbound_format && format != bound_format) {
    return fail(ec::state_failed, "sealed in format "
                                    + std::to_string(static_cast<unsigned char>(format))
                                    + ", which this release does not know");
  }
  auto nonce = sealed.substr(magic.size() + 1, nonce_size);
  auto ciphertext = sealed.substr(header_size, sealed.size() - header_size - tag_size);
  std::string tag{sealed.substr(sealed.size() - tag_size)};
  auto binding = format == bound_format ? binding_of(state_key) : std::string{};
  for (const auto& key : keys_) {
    if (auto text = decrypt(key.data(), nonce, ciphertext, tag, binding)) {
      return std::move(*text);
    }
  }
  return fail(ec::state_failed,
              "sealed, but cannot be decrypted: it was sealed with another key, changed, or copied "
              "from elsewhere; "
                + advice_);
}

} // namespace faucet
