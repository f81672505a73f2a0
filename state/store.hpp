#pragma once

#include "model/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Keeps one JSON text a key. Blocking; used by one thread at a time, but many stores, also of
/// other processes, may share one place.
class state_store {
public:
  virtual ~state_store() = default;

  /// The stored text; nothing where the key holds nothing. Unreadable is an error, never nothing.
  virtual expected<std::optional<std::string>> get(const std::string& key) = 0;

  /// Returns once the text is durable.
  virtual expected<void> put(const std::string& key, std::string_view json) = 0;

  /// Removing what is not there is no error.
  virtual expected<void> remove(const std::string& key) = 0;

  /// All keys that start with `prefix`, sorted.
  virtual expected<std::vector<std::string>> list(std::string_view prefix) = 0;

  /// Puts only where the key still holds `known` (nothing = the key must be empty). False where it
  /// held something else.
  virtual expected<bool> compare_and_put(const std::string& key,
                                         const std::optional<std::string>& known,
                                         std::string_view json) = 0;
};

} // namespace faucet
