#include "connectors/bytes/byte_writer.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/bytes/decompressed.hpp"
#include "tests/temp_folder.hpp"

#include <sys/resource.h>

#include <csignal>

using namespace faucet;
using test::decompressed;
using test::temp_folder;

namespace {

byte_writer opened(const std::filesystem::path& path, compression how,
                   existing_content existing = existing_content::replaced) {
  auto file = open_output({path, existing, false}, {});
  REQUIRE(file);
  return byte_writer{std::move(*file), how};
}

} // namespace

TEST_CASE("what was flushed into a compressed file can be read at once", "[P119]") {
  auto how = GENERATE(compression::none, compression::gzip, compression::zstd);
  temp_folder folder;
  auto writer = opened(folder / "a", how);
  std::string all;
  for (int page = 0; page < 12; ++page) {
    for (int i = 0; i < 3000; ++i) {
      auto record = "record " + std::to_string(page * i) + "\n";
      all += record;
      writer.text().append(record);
      REQUIRE(writer.record_done());
    }
    REQUIRE(writer.flush("]"));
    REQUIRE((decompressed(folder.read("a"), how) == all + "]"));
  }
  CHECK(writer.text_size() == all.size());
  writer.text().append("not flushed");
  REQUIRE(writer.close());
  CHECK((decompressed(folder.read("a"), how) == all + "]"));
}

TEST_CASE("a compressed file without text is still one") {
  auto how = GENERATE(compression::gzip, compression::zstd);
  temp_folder folder;
  auto writer = opened(folder / "a", how);
  REQUIRE(writer.flush({}));
  CHECK_FALSE(folder.read("a").empty());
  CHECK(decompressed(folder.read("a"), how).empty());
  writer.text().append("text");
  REQUIRE(writer.flush({}));
  CHECK(decompressed(folder.read("a"), how) == "text");
}

TEST_CASE("a compressed file is extended by frames", "[P308]") {
  auto how = GENERATE(compression::gzip, compression::zstd);
  temp_folder folder;
  for (int i = 0; i < 3; ++i) {
    auto writer = opened(folder / "a", how, existing_content::extended);
    writer.text().append("x");
    REQUIRE(writer.flush({}));
    REQUIRE(writer.close());
  }
  CHECK(decompressed(folder.read("a"), how) == "xxx");
}

TEST_CASE("a frame that the disk had no room for is never published", "[P130]") {
  auto how = GENERATE(compression::gzip, compression::zstd);
  temp_folder folder;
  {
    auto earlier = opened(folder / "a", how);
    earlier.text().append("old\n");
    REQUIRE(earlier.flush({}));
    REQUIRE(earlier.close());
  }
  auto before = folder.read("a");
  auto writer = opened(folder / "a", how, existing_content::extended);
  std::string noise;
  for (uint32_t i = 1; i < 2000; ++i) {
    noise += static_cast<char>('a' + i * 2654435761U % 26);
  }
  writer.text().append(noise);
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit room{};
  ::getrlimit(RLIMIT_FSIZE, &room);
  rlimit small{before.size() + 100, room.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  auto refused = writer.flush({});
  auto again = writer.flush({});
  ::setrlimit(RLIMIT_FSIZE, &room);
  CHECK_FALSE(refused);
  CHECK_FALSE(again);
  REQUIRE(writer.close());
  CHECK(folder.read("a") == before);
}

TEST_CASE("a copy that the disk had no room for is never published", "[P130]") {
  temp_folder folder;
  std::string old(2000, 'x');
  folder.write("a", old);
  auto writer = opened(folder / "a", compression::none, existing_content::extended);
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit room{};
  ::getrlimit(RLIMIT_FSIZE, &room);
  rlimit small{1000, room.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  auto refused = writer.rewrite([&](byte_buffer& out, std::string_view text) {
    out.append(text);
    out.append(std::string(size_t{1} << 18, 'y'));
  });
  auto again = writer.flush({});
  ::setrlimit(RLIMIT_FSIZE, &room);
  CHECK_FALSE(refused);
  CHECK_FALSE(again);
  REQUIRE(writer.close());
  CHECK(folder.read("a") == old);
}

TEST_CASE("a sealed file ends with a whole frame") {
  temp_folder folder;
  auto writer = opened(folder / "a", compression::gzip);
  writer.text().append("x");
  CHECK(writer.seal("]") == true);
  REQUIRE(publish_sealed(folder / "a"));
  CHECK(decompressed(folder.read("a"), compression::gzip) == "x]");
}
