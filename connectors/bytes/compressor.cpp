#include "connectors/bytes/compressor.hpp"

#define ZLIB_CONST // what it reads it does not change
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <new>

namespace faucet {

namespace {

constexpr size_t output_step = size_t{64} << 10;

class gzip_compressor final : public compressor {
public:
  gzip_compressor() {
    constexpr int gzip_window = 15 + 16;
    constexpr int memory_level = 8;
    if (::deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, memory_level,
                       Z_DEFAULT_STRATEGY)
        != Z_OK) {
      throw std::bad_alloc{};
    }
  }

  gzip_compressor(const gzip_compressor&) = delete;
  gzip_compressor& operator=(const gzip_compressor&) = delete;

  ~gzip_compressor() override {
    ::deflateEnd(&stream_);
  }

  void append(byte_buffer& out, std::string_view text) override {
    constexpr size_t longest = std::numeric_limits<uInt>::max();
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), longest))) {
      run(out, text.substr(0, longest), Z_NO_FLUSH);
    }
  }

  void end_frame(byte_buffer& out) override {
    run(out, {}, Z_FINISH);
    ::deflateReset(&stream_);
  }

private:
  void run(byte_buffer& out, std::string_view text, int mode) {
    stream_.next_in = reinterpret_cast<const Bytef*>(text.data());
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(out.room(output_step));
      stream_.avail_out = output_step;
      ::deflate(&stream_, mode);
      out.commit(reinterpret_cast<char*>(stream_.next_out));
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
};

class zstd_compressor final : public compressor {
public:
  zstd_compressor() : context_(::ZSTD_createCCtx(), &::ZSTD_freeCCtx) {
    if (!context_) {
      throw std::bad_alloc{};
    }
    ::ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  void append(byte_buffer& out, std::string_view text) override {
    run(out, text, ZSTD_e_continue);
  }

  void end_frame(byte_buffer& out) override {
    run(out, {}, ZSTD_e_end);
  }

private:
  void run(byte_buffer& out, std::string_view text, ZSTD_EndDirective mode) {
    ZSTD_inBuffer from{text.data(), text.size(), 0};
    size_t left = 0;
    do {
      ZSTD_outBuffer to{out.room(output_step), output_step, 0};
      left = ::ZSTD_compressStream2(context_.get(), &to, &from, mode);
      out.commit(static_cast<char*>(to.dst) + to.pos);
    } while (from.pos != from.size || (mode == ZSTD_e_end && left != 0));
  }

  std::unique_ptr<ZSTD_CCtx, decltype(&::ZSTD_freeCCtx)> context_;
};

} // namespace

std::unique_ptr<compressor> make_compressor(compression how) {
  switch (how) {
    case compression::gzip:
      return std::make_unique<gzip_compressor>();
    case compression::zstd:
      return std::make_unique<zstd_compressor>();
    default:
      return nullptr;
  }
}

} // namespace faucet
