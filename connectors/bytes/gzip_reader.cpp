#include "connectors/bytes/gzip_reader.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace faucet {

namespace {

constexpr int gzip_only = 15 + 16; // the largest window, and a gzip header rather than zlib's
constexpr char first_magic_byte = '\x1f';

} // namespace

gzip_reader::gzip_reader(std::unique_ptr<byte_reader> from, std::string name)
  : input_(std::move(from)), name_(std::move(name)) {
  // nop
}

gzip_reader::~gzip_reader() {
  if (stream_) {
    inflateEnd(stream_.get());
  }
}

expected<size_t> gzip_reader::read(char* into, size_t capacity) {
  capacity = std::min<size_t>(capacity, std::numeric_limits<uInt>::max());
  for (;;) {
    if (!inside_) {
      auto more = start_member();
      if (!more || !*more) {
        return more.map([](bool) { return size_t{0}; });
      }
    }
    auto filled = input_.refill();
    if (!filled) {
      return fail(std::move(filled));
    }
    if (!*filled) {
      return broken("the gzip data is cut short");
    }
    stream_->next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_->avail_in = static_cast<uInt>(input_.size());
    stream_->next_out = reinterpret_cast<Bytef*>(into);
    stream_->avail_out = static_cast<uInt>(capacity);
    auto code = inflate(stream_.get(), Z_NO_FLUSH);
    input_.consume(input_.size() - stream_->avail_in);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      return broken("the gzip data is damaged");
    }
    inside_ = code != Z_STREAM_END;
    if (auto count = capacity - stream_->avail_out; count > 0) {
      return count;
    }
  }
}

/// False where no member follows.
expected<bool> gzip_reader::start_member() {
  auto padded = false;
  for (;;) {
    auto filled = input_.refill();
    if (!filled) {
      return filled;
    }
    if (!*filled) {
      return is_first_ ? expected<bool>{broken("the gzip data is cut short")} : false;
    }
    if (is_first_ || *input_.data() != '\0') {
      break;
    }
    padded = true;
    input_.consume(1);
  }
  if (*input_.data() != first_magic_byte || padded) {
    return broken(is_first_ ? "not in gzip format" : "something stands behind the gzip data");
  }
  if (is_first_) {
    stream_ = std::make_unique<z_stream>();
    if (inflateInit2(stream_.get(), gzip_only) != Z_OK) {
      stream_.reset();
      return broken("not enough memory to decompress gzip");
    }
  } else {
    inflateReset(stream_.get());
  }
  is_first_ = false;
  inside_ = true;
  return true;
}

tl::unexpected<error> gzip_reader::broken(const char* what) const {
  return fail(ec::source_failed, what, name_);
}

} // namespace faucet
