#include "connectors/bytes/zstd_reader.hpp"

#include <zstd.h>

namespace faucet {

zstd_reader::zstd_reader(std::unique_ptr<byte_reader> from, std::string name)
  : input_(std::move(from)), name_(std::move(name)), stream_(ZSTD_createDCtx()) {
  // nop
}

zstd_reader::~zstd_reader() {
  ZSTD_freeDCtx(stream_);
}

expected<size_t> zstd_reader::read(char* into, size_t capacity) {
  if (stream_ == nullptr) {
    return fail(ec::source_failed, "not enough memory to decompress zstd", name_);
  }
  ZSTD_outBuffer out{into, capacity, 0};
  for (;;) {
    auto filled = input_.refill();
    if (!filled) {
      return fail(std::move(filled));
    }
    if (!*filled && !inside_) {
      return 0;
    }
    ZSTD_inBuffer in{input_.data(), input_.size(), 0};
    auto left = ZSTD_decompressStream(stream_, &out, &in);
    input_.consume(in.pos);
    if (ZSTD_isError(left) != 0) {
      return fail(ec::source_failed,
                  std::string{"the zstd data is damaged: "} + ZSTD_getErrorName(left), name_);
    }
    if (out.pos == 0 && !*filled && left != 0) {
      return fail(ec::source_failed, "the zstd data is cut short", name_);
    }
    inside_ = left != 0;
    if (out.pos > 0) {
      return out.pos;
    }
  }
}

} // namespace faucet
