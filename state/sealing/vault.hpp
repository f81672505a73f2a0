#pragma once

#include "state/sealed_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Seals what the history keeps of a run, bound to that run: its config, and apart from it the
/// values of its secret params. Never changes, so that any thread may use it.
class vault {
public:
  /// The key must have 32 bytes at least. `previous` keys only open and may be shorter. `which` of
  /// a refusal is empty; no refusal holds a key.
  static expected<vault> make(std::string_view key, const std::vector<std::string>& previous);

  /// Names of the keys, the one that seals first: what members tell each other of what they can
  /// open. A name tells no more of a key than anything sealed with it does.
  [[nodiscard]] const std::vector<std::string>& key_names() const noexcept {
    return names_;
  }

  [[nodiscard]] expected<std::string> seal_config(std::string_view config,
                                                  const std::string& run) const;

  [[nodiscard]] expected<std::string> seal_values(const std::vector<std::string>& values,
                                                  const std::string& run) const;

  /// `sealed` is without what it begins with, see `open_config`.
  [[nodiscard]] expected<std::string> open(std::string_view sealed, std::string_view context) const;

private:
  vault(text_seal seal, std::vector<std::string> names);

  text_seal seal_;
  std::vector<std::string> names_;
};

/// The config of a run: as it is stored where that is not sealed, else opened by `keys`, which may
/// be none. A refusal says what the members of the cluster need.
expected<std::string> open_config(const vault* keys, std::string stored, const std::string& run);

/// The values of a run's secret params. `stored` is empty where they are gone.
expected<std::vector<std::string>> open_values(const vault* keys, std::string_view stored,
                                               const std::string& run);

} // namespace faucet
