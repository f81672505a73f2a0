#include "connectors/formats/text_reader.hpp"

#include "model/byte_order_mark.hpp"
#include "model/utf8.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cstring>

namespace faucet {

text_reader::text_reader(std::unique_ptr<byte_reader> from, std::string name, invalid_utf8 policy,
                         block_sizes sizes)
  : from_(std::move(from)), name_(std::move(name)), policy_(policy), sizes_(sizes),
    pool_(sizes.usual) {
  // nop
}

std::string text_reader::place(const char* at) const {
  auto lines = lines_;
  lines.add({block_.get(), static_cast<size_t>(at - block_.get())});
  return name_ + ":" + std::to_string(lines.line_ends() + 1);
}

expected<void> text_reader::more() {
  if (complete_) {
    return {};
  }
  if (filled_ + capacity_ / 8 >= capacity_) {
    if (auto ok = make_room(filled_ - next_ + 1); !ok) {
      return ok;
    }
  }
  auto count = from_->read(block_.get() + filled_, capacity_ - filled_);
  if (!count) {
    return fail(std::move(count));
  }
  complete_ = *count == 0;
  return check(filled_ + *count);
}

expected<bool> text_reader::at_end() {
  while (rest().empty() && !complete_) {
    if (auto ok = more(); !ok) {
      return fail(std::move(ok));
    }
  }
  return rest().empty();
}

expected<std::string_view> text_reader::whole(size_t max_size) {
  while (!complete_ && rest().size() <= max_size) {
    if (auto ok = more(); !ok) {
      return fail(std::move(ok));
    }
  }
  if (rest().size() > max_size) {
    return fail(ec::source_failed,
                "more than " + std::to_string(max_size)
                  + " bytes, in a format that is read as a whole",
                name_);
  }
  return rest();
}

expected<void> text_reader::skip_byte_order_mark() {
  return at_end().map([this](bool) {
    if (rest().starts_with(byte_order_mark)) {
      consume(byte_order_mark.size());
    }
  });
}

void text_reader::start_page(page_builder& into) noexcept {
  page_ = &into;
  page_start_ = next_;
}

void text_reader::end_page() {
  if (page_ != nullptr && next_ > page_start_) {
    page_->keep(block_, next_ - page_start_);
  }
  page_ = nullptr;
}

/// Moves what is not consumed to the front of a new block that holds `wanted` bytes or more.
expected<void> text_reader::make_room(size_t wanted) {
  auto kept = filled_ - next_;
  if (kept >= sizes_.longest_record) {
    return fail(ec::source_failed,
                "a record of more than " + std::to_string(sizes_.longest_record >> 20)
                  + " MiB begins here",
                place(block_.get() + next_));
  }
  auto capacity = std::max({sizes_.usual, 2 * kept, wanted});
  auto block = pool_.take(capacity);
  if (block_) {
    lines_.add({block_.get(), next_});
    std::memcpy(block.get(), block_.get() + next_, kept);
  }
  if (page_ != nullptr && next_ > page_start_) {
    page_->keep(std::move(block_), next_ - page_start_);
  }
  block_ = std::move(block);
  capacity_ = capacity;
  checked_ -= next_;
  filled_ = kept;
  next_ = 0;
  page_start_ = 0;
  return {};
}

/// Takes what has been read up to `end`.
expected<void> text_reader::check(size_t end) {
  std::string_view fresh{block_.get() + checked_, end - checked_};
  auto cut = complete_ ? 0 : cut_utf8_suffix(fresh);
  auto whole = fresh.substr(0, fresh.size() - cut);
  if (simdjson::validate_utf8(whole.data(), whole.size())) { // many bytes at a time
    filled_ = end;
    checked_ = end - cut;
    return {};
  }
  if (policy_ == invalid_utf8::refuse) {
    return fail(ec::source_failed, "invalid UTF-8", place(whole.data() + valid_utf8_prefix(whole)));
  }
  auto text = with_utf8_replaced(whole);
  text += fresh.substr(whole.size());
  filled_ = checked_;
  if (text.size() > capacity_ - filled_) {
    if (auto ok = make_room(filled_ - next_ + text.size()); !ok) {
      return ok;
    }
  }
  std::memcpy(block_.get() + filled_, text.data(), text.size());
  filled_ += text.size();
  checked_ = filled_ - cut;
  return {};
}

} // namespace faucet
