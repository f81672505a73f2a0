#pragma once

#include "connectors/bytes/compression.hpp"
#include "model/byte_buffer.hpp"

#include <memory>
#include <string_view>

namespace faucet {

/// Compresses text into frames (gzip calls them members). Frames one behind another are read as
/// one text, so that what was written up to the end of a frame can be read.
class compressor {
public:
  virtual ~compressor() = default;

  /// Appends compressed bytes to `out`, now or later.
  virtual void append(byte_buffer& out, std::string_view text) = 0;

  /// Ends the frame, also an empty one. The next text starts another.
  virtual void end_frame(byte_buffer& out) = 0;
};

/// Nothing for compression::none.
std::unique_ptr<compressor> make_compressor(compression how);

} // namespace faucet
