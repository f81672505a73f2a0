#pragma once

#include "connectors/bytes/block_pool.hpp"
#include "connectors/bytes/byte_reader.hpp"
#include "connectors/formats/invalid_utf8.hpp"
#include "connectors/formats/line_counter.hpp"
#include "model/page_builder.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// How a text is cut into blocks.
struct block_sizes {
  size_t usual = size_t{256} << 10;
  size_t longest_record = size_t{256} << 20; ///< a longer one is refused
};

/// The text of one file, valid UTF-8, in blocks that pages share instead of copying: cells point
/// into the blocks. Records are taken from the front; one that does not fit into a block gets a
/// larger one.
class text_reader {
public:
  /// `name` is the file's, for errors.
  text_reader(std::unique_ptr<byte_reader> from, std::string name, invalid_utf8 policy,
              block_sizes sizes = {});

  // -- observers --------------------------------------------------------------

  /// What has been read and not consumed. block_pool::padding bytes behind it may be read too.
  [[nodiscard]] std::string_view rest() const noexcept {
    return {block_.get() + next_, checked_ - next_};
  }

  /// True where nothing comes behind rest().
  [[nodiscard]] bool complete() const noexcept {
    return complete_;
  }

  [[nodiscard]] const std::string& name() const noexcept {
    return name_;
  }

  /// "file:line" of a place in rest().
  [[nodiscard]] std::string place(const char* at) const;

  // -- modifiers --------------------------------------------------------------

  /// Makes rest() longer, or complete. It may move: pointers into it then point to text that is
  /// about to go, unless it was consumed within a page.
  expected<void> more();

  /// True when all is consumed; reads on as needed to know.
  expected<bool> at_end();

  /// All that is left of the file. More than `max_size` bytes are refused.
  expected<std::string_view> whole(size_t max_size);

  /// Passes over a byte order mark at the start of the file.
  expected<void> skip_byte_order_mark();

  void consume(size_t count) noexcept {
    next_ += count;
  }

  /// Consumes up to a place in rest().
  void consume_to(const char* at) noexcept {
    next_ = static_cast<size_t>(at - block_.get());
  }

  // -- pages ------------------------------------------------------------------

  /// From here on, what is consumed is kept alive by the page under construction.
  void start_page(page_builder& into) noexcept;

  void end_page();

  /// As page_builder::full, counting the text of the page too.
  [[nodiscard]] bool page_full(size_t max_rows) const noexcept {
    return page_->full(max_rows) || page_->bytes() + (next_ - page_start_) >= max_page_bytes;
  }

private:
  expected<void> make_room(size_t wanted);
  expected<void> check(size_t end);

  std::unique_ptr<byte_reader> from_;
  std::string name_;
  invalid_utf8 policy_;
  block_sizes sizes_;
  block_pool pool_;

  std::shared_ptr<char> block_;
  size_t capacity_ = 0;
  size_t next_ = 0;    ///< first byte not consumed
  size_t checked_ = 0; ///< end of what is known to be UTF-8
  size_t filled_ = 0;  ///< end of what has been read: a cut character may follow checked_
  bool complete_ = false;
  line_counter lines_; ///< of all blocks before this one

  page_builder* page_ = nullptr;
  size_t page_start_ = 0; ///< where the page's share of this block begins
};

} // namespace faucet
