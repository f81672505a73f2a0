#include "tests/connectors/bytes/decompressed.hpp"

#include <zlib.h>
#include <zstd.h>

#include <vector>

namespace faucet::test {

namespace {

std::string gunzipped(std::string_view bytes) {
  std::string result;
  std::vector<char> buffer(1 << 16);
  while (!bytes.empty()) { // one member after another
    z_stream stream{};
    ::inflateInit2(&stream, 15 + 16);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    int status = Z_OK;
    while (status == Z_OK) {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      status = ::inflate(&stream, Z_NO_FLUSH);
      result.append(buffer.data(), buffer.size() - stream.avail_out);
    }
    bytes.remove_prefix(bytes.size() - stream.avail_in);
    ::inflateEnd(&stream);
    if (status != Z_STREAM_END) {
      return "<torn>";
    }
  }
  return result;
}

std::string unzstd(std::string_view bytes) {
  std::string result;
  std::vector<char> buffer(1 << 16);
  auto* stream = ::ZSTD_createDStream();
  ZSTD_inBuffer from{bytes.data(), bytes.size(), 0};
  size_t left = 0;
  bool full = false;
  while ((from.pos != from.size || full) && ::ZSTD_isError(left) == 0) {
    ZSTD_outBuffer to{buffer.data(), buffer.size(), 0};
    left = ::ZSTD_decompressStream(stream, &to, &from);
    result.append(buffer.data(), to.pos);
    full = to.pos == to.size;
  }
  ::ZSTD_freeDStream(stream);
  return left == 0 ? result : "<torn>";
}

} // namespace

std::string decompressed(std::string_view bytes, compression how) {
  switch (how) {
    case compression::gzip:
      return gunzipped(bytes);
    case compression::zstd:
      return unzstd(bytes);
    default:
      return std::string{bytes};
  }
}

} // namespace faucet::test
