#pragma once

#include "state/store.hpp"

#include <cstdint>
#include <filesystem>

namespace faucet {

/// One file a key, in one directory that is made at the first write; beside a file whose name is
/// too short to tell the key, a second one does. A put is atomic and durable: a temporary file of a
/// unique name, fsync, rename, fsync of the directory.
class file_store final : public state_store {
public:
  explicit file_store(std::filesystem::path root);

  expected<std::optional<std::string>> get(const std::string& key) override;
  expected<void> put(const std::string& key, std::string_view json) override;
  expected<void> remove(const std::string& key) override;
  expected<std::vector<std::string>> list(std::string_view prefix) override;

  /// Holds an OS lock beside the key's file while it compares, also against other processes.
  expected<bool> compare_and_put(const std::string& key, const std::optional<std::string>& known,
                                 std::string_view json) override;

private:
  [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;
  static expected<std::optional<std::string>> read_file(const std::filesystem::path& file);
  expected<void> write_file(const std::string& stem, const std::filesystem::path& file,
                            std::string_view text);

  std::filesystem::path root_;
  std::string writer_; ///< differs between processes and stores
  uint64_t writes_ = 0;
};

} // namespace faucet
