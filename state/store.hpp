#pragma once

#include "model/error.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Keeps one JSON text a key. Blocking; used by one thread at a time, but many stores, also of
/// other processes, may share one place. What is read back equals what was put as JSON: a store may
/// order the keys of maps anew and write a number in another way, never with another value.
class state_store {
public:
  struct entry {
    std::string key;
    std::string json;
  };

  virtual ~state_store() = default;

  /// Finds out whether the place can be used, and makes what has to be there first: a directory, a
  /// connection, a table. For a run to call before it opens its source, and not at all where it
  /// must leave no trace.
  virtual expected<void> prepare() = 0;

  /// The stored text; nothing where the key holds nothing. Unreadable is an error, never nothing.
  virtual expected<std::optional<std::string>> get(const std::string& key) = 0;

  /// Returns once the text is durable.
  virtual expected<void> put(const std::string& key, std::string_view json) = 0;

  /// Puts all of them; with most stores all or none, in a folder one file after another.
  virtual expected<void> put_batch(std::span<const entry> entries) = 0;

  /// Removing what is not there is no error.
  virtual expected<void> remove(const std::string& key) = 0;

  /// All keys that start with `prefix`, sorted by their bytes.
  virtual expected<std::vector<std::string>> list(std::string_view prefix) = 0;

  /// Puts only where the key still holds `known` (nothing = the key must be empty). False where it
  /// held something else.
  virtual expected<bool> compare_and_put(const std::string& key,
                                         const std::optional<std::string>& known,
                                         std::string_view json) = 0;

  /// Removes the key only where it still holds `known`. False where it held something else, or
  /// nothing.
  virtual expected<bool> compare_and_remove(const std::string& key, const std::string& known) = 0;

  /// For a doctor: whether the store can do its work, by putting, reading and removing a key that
  /// no other check uses. Nothing stays behind, not even the place where it was not there before.
  virtual expected<void> check();
};

} // namespace faucet
