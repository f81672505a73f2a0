#pragma once

#include "state/sealed_text.hpp"
#include "state/store.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace faucet {

/// One file a key, in one directory that is made when it is first needed; beside a file whose name
/// is too short to tell the key, a second one does. A put is atomic and durable: a temporary file
/// of a unique name, fsync, rename, fsync of the directory.
///
/// With a seal, what is put is sealed; what is there unsealed is still read. Without one, a sealed
/// file is an error.
class file_store final : public state_store {
public:
  explicit file_store(std::filesystem::path root, std::optional<text_seal> seal = std::nullopt);

  /// Makes the directory and sees that it can be written.
  expected<void> prepare() override;

  expected<std::optional<std::string>> get(const std::string& key) override;
  expected<void> put(const std::string& key, std::string_view json) override;
  expected<void> put_batch(std::span<const entry> entries) override;
  expected<void> remove(const std::string& key) override;
  expected<std::vector<std::string>> list(std::string_view prefix) override;

  // Each of these holds an OS lock beside the key's file, also against other processes.

  expected<bool> compare_and_put(const std::string& key, const std::optional<std::string>& known,
                                 std::string_view json) override;
  expected<bool> compare_and_remove(const std::string& key, const std::string& known) override;

  /// Removes the folders again that it had to make.
  expected<void> check() override;

private:
  [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;
  [[nodiscard]] std::filesystem::path scratch_of(const std::string& stem);

  /// Makes the directory; the first time also removes what writers that died long ago left in it.
  expected<void> make_root();
  void remove_dead_scratch() const;
  /// Gives a file that an earlier release named in another way its present name.
  expected<void> adopt_older_name(const std::string& key);
  expected<void> write_key_file(const std::string& stem, const std::string& key);
  expected<std::string> key_of(const std::string& stem) const;
  [[nodiscard]] expected<std::string> unsealed(const std::string& key, std::string text) const;

  /// Runs `change` under the key's lock, where the key holds `known`.
  template <class Change>
  expected<bool> change_if(const std::string& key, const std::optional<std::string>& known,
                           Change change);

  std::filesystem::path root_;
  std::optional<text_seal> seal_;
  std::string writer_; ///< differs between processes and stores
  uint64_t writes_ = 0;
  bool tidied_ = false;
};

} // namespace faucet
