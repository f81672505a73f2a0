#pragma once

#include "model/error.hpp"
#include "state/sha256.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// True for a text that `text_seal::seal` made, or that an earlier release sealed. JSON never is.
bool is_sealed(std::string_view text) noexcept;

/// Seals texts with AES-256-GCM, each bound to what it belongs to, such as the state key that it is
/// stored under:
///
///   "FCT1" | format byte | 12 bytes of nonce | ciphertext | 16 bytes of tag
///
/// Format 2 authenticates "faucet:FCT1:v2", a zero byte and the state key along with the text, so
/// that a sealed text under another state key does not open. Format 1, of earlier releases, is not
/// bound and is only read. The AES key is the SHA-256 of the key's text: a derivation, no
/// stretching.
class text_seal {
public:
  /// What to do about a bookmark that none of the keys opens.
  static constexpr std::string_view advice_for_bookmarks =
    "add the key it was sealed with to \"previous_keys\", or start over with `faucet state reset`";

  /// `previous` are keys that only open, tried in their order behind `key`. `advice` is for whoever
  /// has none that does.
  text_seal(std::string_view key, const std::vector<std::string>& previous,
            std::string_view advice = advice_for_bookmarks);

  /// Fails where the system gives no random bytes.
  [[nodiscard]] expected<std::string> seal(std::string_view text, std::string_view state_key) const;

  /// The failure's `which` is empty.
  [[nodiscard]] expected<std::string> open(std::string_view sealed,
                                           std::string_view state_key) const;

private:
  std::vector<sha256_digest> keys_; ///< for AES; the one that seals, then those that only open
  std::string advice_;
};

} // namespace faucet
