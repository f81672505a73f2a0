#include "connectors/bytes/byte_reader.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/bytes/compressed.hpp"
#include "tests/connectors/formats/text_in_memory.hpp"
#include "tests/temp_folder.hpp"

#include <random>

using namespace faucet;

namespace {

/// All bytes, or the message of an error.
std::string read_all(byte_reader& from, size_t piece) {
  std::string result;
  std::string buffer(piece, '\0');
  for (;;) {
    auto count = from.read(buffer.data(), buffer.size());
    if (!count) {
      return render(count.error());
    }
    if (*count == 0) {
      return result;
    }
    result.append(buffer, 0, *count);
  }
}

std::string read_all(const std::filesystem::path& file, compression how = compression::automatic,
                     size_t piece = 4096) {
  auto from = open_bytes(file, how);
  return from ? read_all(**from, piece) : render(from.error());
}

/// In pieces of any size, in and out.
std::string decompressed(const std::string& data, compression how, size_t in, size_t out) {
  auto from = decompress(std::make_unique<string_reader>(data, in), how, "input");
  return read_all(*from, out);
}

std::filesystem::path written(const test::temp_folder& folder, std::string_view name,
                              std::string_view content) {
  folder.write(name, content);
  return folder / name;
}

std::string noise(size_t size) {
  std::mt19937 random{7};
  std::string result;
  while (result.size() < size) {
    result += static_cast<char>(random() % 30);
  }
  return result;
}

} // namespace

TEST_CASE("a file is decompressed by its ending or by choice") {
  test::temp_folder folder;
  CHECK(read_all(written(folder, "a.csv", "text")) == "text");
  CHECK(read_all(written(folder, "a.csv.gz", gzipped("text"))) == "text");
  CHECK(read_all(written(folder, "a.csv.zst", zstded("text"))) == "text");
  CHECK(read_all(written(folder, "plain.gz", "text"), compression::none) == "text");
  CHECK(read_all(written(folder, "b.csv", zstded("text")), compression::zstd) == "text");
}

TEST_CASE("compressed data is read through all members and frames in pieces of any size") {
  auto text = noise(300'000);
  auto gzip = gzipped(text) + gzipped("") + gzipped(text + "end");
  auto zstd = zstded(text) + zstded("") + zstded(text + "end");
  auto expected = text + text + "end";
  for (auto [in, out] : {std::pair<size_t, size_t>{1, 4096},
                         {7, 100'000},
                         {1 << 20, 1000},
                         {1 << 20, 1 << 20},
                         {100, 1}}) {
    CHECK((decompressed(gzip, compression::gzip, in, out) == expected));
    CHECK((decompressed(zstd, compression::zstd, in, out) == expected));
  }
}

TEST_CASE("compressed data that is cut short is an error that names the file", "[P119]") {
  auto text = noise(5000);
  auto gzip = gzipped(text);
  auto zstd = zstded(text);
  for (size_t size = 0; size < gzip.size(); ++size) {
    CHECK(decompressed(gzip.substr(0, size), compression::gzip, 4096, 4096)
          == "input: the gzip data is cut short");
  }
  for (size_t size = 0; size < zstd.size(); ++size) {
    CHECK(decompressed(zstd.substr(0, size), compression::zstd, 4096, 4096)
          == "input: the zstd data is cut short");
  }
  CHECK(decompressed(gzip + gzip.substr(0, 5), compression::gzip, 4096, 4096)
        == "input: the gzip data is cut short");
  CHECK(decompressed(zstd + zstd.substr(0, 5), compression::zstd, 4096, 4096)
        == "input: the zstd data is cut short");
}

TEST_CASE("damaged compressed data is an error also when only its checksum shows it", "[P119]") {
  auto gzip = gzipped("text");
  gzip[gzip.size() - 6] ^= 1;
  CHECK(decompressed(gzip, compression::gzip, 1, 1) == "input: the gzip data is damaged");
  auto zstd = zstded("text");
  zstd.back() ^= 1;
  CHECK(decompressed(zstd, compression::zstd, 1, 1).find("input: the zstd data is damaged") == 0);
  CHECK(decompressed("text", compression::gzip, 9, 9) == "input: not in gzip format");
  CHECK(decompressed("text", compression::zstd, 9, 9).find("input: the zstd data is damaged") == 0);
}

TEST_CASE("zeros may follow gzip data, nothing else") {
  auto gzip = gzipped("text");
  CHECK(decompressed(gzip + std::string(5000, '\0'), compression::gzip, 100, 100) == "text");
  auto error = "input: something stands behind the gzip data";
  CHECK(decompressed(gzip + "x", compression::gzip, 100, 100) == error);
  CHECK(decompressed(gzip + std::string(5, '\0') + gzip, compression::gzip, 100, 100) == error);
}

TEST_CASE("a file that cannot be opened is an error that names it") {
  test::temp_folder folder;
  auto name = folder.path().string();
  CHECK(read_all(folder.path()) == name + ": Is a directory");
  CHECK(read_all(folder.path() / "none.csv") == name + "/none.csv: No such file or directory");
  auto file = written(folder, "a.csv", "x");
  CHECK(read_all(file / "b.csv") == name + "/a.csv/b.csv: Not a directory");
  std::filesystem::permissions(file, std::filesystem::perms::none);
  if (::access(file.c_str(), R_OK) != 0) { // root may read anything
    CHECK(read_all(file) == name + "/a.csv: Permission denied");
  }
}
