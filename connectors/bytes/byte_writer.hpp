#pragma once

#include "connectors/bytes/compressor.hpp"
#include "connectors/bytes/output_file.hpp"
#include "model/byte_buffer.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace faucet {

/// Text on its way into a file: collected into large pieces, compressed where the file is. Every
/// flush ends a frame, so that what was flushed can be read.
class byte_writer {
public:
  byte_writer(std::unique_ptr<output_file> file, compression how);

  // -- observers --------------------------------------------------------------

  /// Bytes of text taken so far, before compression.
  [[nodiscard]] uint64_t text_size() const noexcept {
    return drained_ + text_.size();
  }

  [[nodiscard]] output_file& file() noexcept {
    return *file_;
  }

  // -- modifiers --------------------------------------------------------------

  /// Append whole records here and call record_done.
  byte_buffer& text() noexcept {
    return text_;
  }

  /// Hands a full buffer on.
  expected<void> record_done() {
    return text_.size() < piece_size ? expected<void>{} : drain();
  }

  /// Hands everything on to the file, as far as compression does not hold it back.
  expected<void> drain();

  /// Writes the whole file anew: what `change` appends for each piece of the text so far takes the
  /// place of it. The file under the final name changes with the next flush only.
  expected<void> rewrite(const std::function<void(byte_buffer&, std::string_view)>& change);

  // These three are as for output_file.

  expected<void> flush(std::string_view tail);
  expected<bool> seal(std::string_view tail);
  expected<void> close();

  /// The bytes that `tail` makes at the end of the file.
  std::string_view encode_tail(std::string_view tail);

private:
  static constexpr size_t piece_size = size_t{128} << 10;

  expected<void> end_frame();

  /// Remembers the first failure: from then on nothing reaches the file but its closing.
  template <class T>
  expected<T> noted(expected<T> result) {
    if (!result && !failure_) {
      failure_ = result.error();
    }
    return result;
  }

  std::unique_ptr<output_file> file_;
  compression how_;
  std::unique_ptr<compressor> compressor_; // empty where the text is written as it is
  byte_buffer text_;
  byte_buffer compressed_;
  uint64_t drained_ = 0;
  bool in_frame_ = false;
  std::optional<error> failure_; ///< what comes behind it would leave a gap or a torn frame
};

} // namespace faucet
