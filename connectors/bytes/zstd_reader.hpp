#pragma once

#include "connectors/bytes/input_bytes.hpp"

#include <string>

struct ZSTD_DCtx_s;

namespace faucet {

/// Decompresses zstd, one frame after another.
class zstd_reader final : public byte_reader {
public:
  /// `name` is for errors.
  zstd_reader(std::unique_ptr<byte_reader> from, std::string name);

  ~zstd_reader() override;

  expected<size_t> read(char* into, size_t capacity) override;

private:
  input_bytes input_;
  std::string name_;
  ZSTD_DCtx_s* stream_;
  bool inside_ = true; ///< of a frame; at first one must follow
};

} // namespace faucet
