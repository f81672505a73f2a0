#pragma once

#include "connectors/bytes/compression.hpp"
#include "model/error.hpp"

#include <filesystem>
#include <memory>

namespace faucet {

/// The bytes of one file, decompressed.
class byte_reader {
public:
  virtual ~byte_reader() = default;

  /// Reads up to `capacity` bytes; 0 only at the end. Compressed data that is cut short or damaged
  /// is an error, never an end.
  virtual expected<size_t> read(char* into, size_t capacity) = 0;
};

/// Errors of opening and of reading name the file. A directory is refused.
expected<std::unique_ptr<byte_reader>> open_bytes(const std::filesystem::path& file,
                                                  compression how);

/// Whether open_bytes could open the file; without opening it, so that a pipe is left alone.
expected<void> probe_bytes(const std::filesystem::path& file);

/// Tells the system that the file is going to be read soon.
void start_loading(const std::filesystem::path& file) noexcept;

/// As open_bytes decompresses, from any other reader. `name` is for errors; `how` is resolved.
std::unique_ptr<byte_reader> decompress(std::unique_ptr<byte_reader> from, compression how,
                                        std::string name);

} // namespace faucet
