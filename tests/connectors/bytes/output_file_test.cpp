#include "connectors/bytes/output_file.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <future>
#include <thread>

using namespace faucet;
using test::temp_folder;
using names = std::vector<std::string>;

namespace {

std::unique_ptr<output_file> opened(const std::filesystem::path& path,
                                    existing_content existing = existing_content::replaced) {
  auto result = open_output({path, existing, false}, {});
  INFO((result ? std::string{} : render(result.error())));
  REQUIRE(result);
  return std::move(*result);
}

error refusal(const output_place& where) {
  auto result = open_output(where, {});
  REQUIRE_FALSE(result);
  return result.error();
}

mode_t mode_of(const std::filesystem::path& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

} // namespace

TEST_CASE("what was written is not seen under the final name before it is flushed", "[P130]") {
  temp_folder folder;
  folder.write("a", "old");
  auto file = opened(folder / "a");
  REQUIRE(file->write("new\n"));
  CHECK(folder.read("a") == "old");
  CHECK(folder.names() == names{"a", "a.faucet-tmp"});
  REQUIRE(file->flush({}));
  CHECK(folder.read("a") == "new\n");
  CHECK(folder.names() == names{"a"});
}

TEST_CASE("a file closed before its first flush leaves the old one and no scratch", "[P130]") {
  temp_folder folder;
  folder.write("a", "old");
  auto file = opened(folder / "a");
  REQUIRE(file->write("new\n"));
  REQUIRE(file->close());
  CHECK(folder.read("a") == "old");
  CHECK(folder.names() == names{"a"});
  opened(folder / "b").reset(); // the destructor tidies up as well
  CHECK(folder.names() == names{"a"});
}

TEST_CASE("many flushes give the same file as one straight write, and no scratch") {
  temp_folder folder;
  std::string all;
  std::string flushed;
  auto file = opened(folder / "a");
  for (int i = 0; i < 50; ++i) {
    auto piece = std::string(static_cast<size_t>(i * 37 % 1000), static_cast<char>('a' + i % 26));
    all += piece + "\n";
    REQUIRE(file->write(piece));
    REQUIRE(file->write("\n"));
    if (i % 3 != 1) {
      auto tail = std::string{i % 2 == 0 ? "tail" : "a longer tail"};
      REQUIRE(file->flush(tail));
      flushed = all + tail;
      REQUIRE((folder.read("a") == flushed));
      REQUIRE(file->flush("ignored: nothing is new"));
    }
  }
  REQUIRE(file->write("not flushed"));
  REQUIRE(file->close());
  CHECK((folder.read("a") == flushed));
  CHECK(folder.names() == names{"a"});
}

TEST_CASE("a flush writes what is new, not the whole file again") {
  temp_folder folder;
  auto file = opened(folder / "a");
  std::string megabyte(1 << 20, 'x');
  for (int i = 0; i < 40; ++i) {
    REQUIRE(file->write(megabyte));
    REQUIRE(file->flush({}));
  }
  REQUIRE(file->write("y"));
  REQUIRE(file->flush({}));
  auto inode_of = [&] {
    struct stat status {};
    ::stat((folder / "a").c_str(), &status);
    return status.st_ino;
  };
  auto first = inode_of(); // the two files keep taking turns
  REQUIRE(file->write("y"));
  REQUIRE(file->flush({}));
  CHECK(inode_of() != first);
  REQUIRE(file->write("y"));
  REQUIRE(file->flush({}));
  CHECK(inode_of() == first);
}

TEST_CASE("an extended file keeps its content and shows the rest with each flush") {
  temp_folder folder;
  folder.write("a", "one\n");
  auto file = opened(folder / "a", existing_content::extended);
  CHECK(file->size() == 4);
  REQUIRE(file->write("two\n"));
  CHECK(folder.read("a") == "one\n");
  REQUIRE(file->flush({}));
  CHECK(folder.read("a") == "one\ntwo\n");
  REQUIRE(file->write("three\n"));
  REQUIRE(file->flush({}));
  REQUIRE(file->close());
  CHECK(folder.read("a") == "one\ntwo\nthree\n");
  CHECK(folder.names() == names{"a"});
}

TEST_CASE("an extended file that gets nothing new is left alone") {
  temp_folder folder;
  folder.write("a", "one\n");
  auto before = std::filesystem::last_write_time(folder / "a");
  auto file = opened(folder / "a", existing_content::extended);
  REQUIRE(file->flush({}));
  REQUIRE(file->close());
  CHECK(std::filesystem::last_write_time(folder / "a") == before);
  CHECK(folder.names() == names{"a"});
}

TEST_CASE("a file that others hold by another name is never written into") {
  temp_folder folder;
  folder.write("a", "one\n");
  std::filesystem::create_hard_link(folder / "a", folder / "b");
  auto file = opened(folder / "a", existing_content::extended);
  for (int i = 0; i < 4; ++i) {
    REQUIRE(file->write("more\n"));
    REQUIRE(file->flush({}));
  }
  CHECK(folder.read("b") == "one\n");
}

TEST_CASE("content can be cut before it is extended") {
  temp_folder folder;
  folder.write("a", "[1]");
  for (auto existing : {existing_content::extended, existing_content::appended}) {
    auto file = opened(folder / "a", existing);
    REQUIRE(file->cut(2));
    REQUIRE(file->write(",2]"));
    REQUIRE(file->flush({}));
    REQUIRE(file->close());
  }
  CHECK(folder.read("a") == "[1,2]"); // cut to "[1" twice
}

TEST_CASE("what a killed run left is replaced, what a living one writes is not") {
  temp_folder folder;
  folder.write("a.faucet-tmp", "left behind");
  auto file = opened(folder / "a");
  auto other = refusal({folder / "a"});
  CHECK(other.what == "another run is writing this file");
  CHECK(other.which == (folder / "a").string());
  REQUIRE(file->flush({}));
  CHECK(folder.read("a").empty());
  REQUIRE(file->write("1"));
  REQUIRE(file->flush({}));
  CHECK_FALSE(open_output({folder / "a"}, {})); // still, with the files exchanged
}

TEST_CASE("the next owner of a run waits for the one before to let go of a file") {
  temp_folder folder;
  std::string warned;
  auto stop = std::make_shared<std::atomic<bool>>(false);
  driver_context heir{.stop = stop,
                      .patience_with_earlier_owner = std::chrono::minutes{1},
                      .warn = [&](std::string text) { warned += text; }};
  auto opened_late = [&] {
    return std::async(std::launch::async, [&] { return open_output({folder / "a"}, heir); });
  };
  auto earlier = opened(folder / "a");
  REQUIRE(earlier->write("earlier"));
  auto later = opened_late();
  CHECK(later.wait_for(std::chrono::milliseconds{100}) == std::future_status::timeout);
  REQUIRE(earlier->close());
  auto file = later.get();
  REQUIRE(file);
  CHECK(warned
        == "waits for an earlier owner of the run, which still writes " + (folder / "a").string());
  REQUIRE((*file)->write("later"));
  REQUIRE((*file)->flush({}));
  CHECK(folder.read("a") == "later");

  REQUIRE((*file)->write("more"));
  auto stopped = opened_late();
  stop->store(true);
  CHECK(stopped.get().error().code == ec::cancelled);
  stop->store(false);
  heir.patience_with_earlier_owner = std::chrono::milliseconds{50};
  CHECK(opened_late().get().error().what == "another run is writing this file");
}

TEST_CASE("a published file keeps the permissions of the one it replaces") {
  temp_folder folder;
  folder.write("a", "old");
  ::chmod((folder / "a").c_str(), 0640);
  auto file = opened(folder / "a");
  for (int i = 0; i < 3; ++i) {
    REQUIRE(file->write("x"));
    REQUIRE(file->flush({}));
    CHECK(mode_of(folder / "a") == 0640);
  }
  auto mask = ::umask(027);
  auto fresh = opened(folder / "b");
  ::umask(mask);
  REQUIRE(fresh->flush({}));
  CHECK(mode_of(folder / "b") == 0640);
}

TEST_CASE("a link is followed: what it points to is replaced") {
  temp_folder folder;
  std::filesystem::create_directory(folder / "deep");
  std::filesystem::create_symlink("deep/target", folder / "link");
  auto file = opened(folder / "link"); // dangles at first
  REQUIRE(file->write("x"));
  REQUIRE(file->flush({}));
  REQUIRE(file->close());
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(folder.read("deep/target") == "x");
  std::filesystem::create_symlink("round", folder / "round");
  CHECK_THAT(refusal({folder / "round"}).what, Catch::Contains("symbolic links"));
}

TEST_CASE("a directory, a missing parent and a parent that is a file are refused by name") {
  temp_folder folder;
  CHECK(refusal({folder.path()}).what == "cannot write: Is a directory");
  CHECK(refusal({folder.path()}).which == folder.path().string());
  auto missing = refusal({folder / "no/a", existing_content::replaced, false});
  CHECK(missing.which == (folder / "no/a").string());
  CHECK(missing.what == "the directory " + (folder / "no").string() + " does not exist");
  folder.write("file", "");
  CHECK(refusal({folder / "file/a"}).which == (folder / "file/a").string());
  CHECK(open_output({folder / "made/on/demand"}, {}));
}

TEST_CASE("permissions that are missing are told with the path") {
  if (::geteuid() == 0) {
    return; // root may write everywhere
  }
  temp_folder folder;
  folder.write("a", "old");
  ::chmod((folder / "a").c_str(), 0444);
  CHECK(refusal({folder / "a"}).what == "cannot write: Permission denied");
  ::chmod(folder.path().c_str(), 0555);
  CHECK(refusal({folder / "b"}).what == "cannot open: Permission denied");
  ::chmod(folder.path().c_str(), 0755);
}

TEST_CASE("a full disk is an error that names the file and leaves the old content", "[P130]") {
  temp_folder folder;
  folder.write("a", "old");
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit small{100'000, before.rlim_max};
  std::string piece(60'000, 'x');
  auto file = opened(folder / "a");
  auto appended = opened(folder / "b", existing_content::appended);
  REQUIRE(appended->write("whole\n"));
  ::setrlimit(RLIMIT_FSIZE, &small);
  REQUIRE(file->write(piece));
  auto refused = file->write(piece);
  REQUIRE(appended->write(piece));
  CHECK_FALSE(appended->write(piece));
  ::setrlimit(RLIMIT_FSIZE, &before);
  REQUIRE_FALSE(refused);
  CHECK(
    refused.error()
    == error{ec::sink_failed, "cannot write: File too large", (folder / "a.faucet-tmp").string()});
  REQUIRE(file->close());
  CHECK(folder.read("a") == "old");
  CHECK(folder.read("b") == "whole\n" + piece); // the torn piece was taken back
  CHECK(folder.names() == names{"a", "b"});
}

TEST_CASE("a device is written straight through") {
  auto file = opened("/dev/null");
  REQUIRE(file->write("x"));
  REQUIRE(file->flush({}));
  REQUIRE(file->close());
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a named pipe is written straight through, its tail at the end") {
  temp_folder folder;
  ::mkfifo((folder / "pipe").c_str(), 0600);
  std::string read;
  std::thread reader{[&] { read = folder.read("pipe"); }};
  auto file = opened(folder / "pipe");
  std::string all(300'000, 'x');
  REQUIRE(file->write(all));
  REQUIRE(file->flush("]"));
  REQUIRE(file->write(","));
  REQUIRE(file->flush("]"));
  REQUIRE(file->close());
  reader.join();
  CHECK(read == all + ",]");
  CHECK(folder.names() == names{"pipe"});
}

TEST_CASE("a pipe without a reader is given up when the run is stopped") {
  temp_folder folder;
  ::mkfifo((folder / "pipe").c_str(), 0600);
  auto stop = std::make_shared<std::atomic<bool>>(true);
  auto refused = open_output({folder / "pipe"}, {stop, {}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ec::cancelled);
}

TEST_CASE("a reader that went away is an error that names the pipe") {
  temp_folder folder;
  ::mkfifo((folder / "pipe").c_str(), 0600);
  auto reader = ::open((folder / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
  auto file = opened(folder / "pipe");
  ::close(reader);
  auto refused = file->write("x");
  REQUIRE_FALSE(refused);
  CHECK(refused.error()
        == error{ec::sink_failed, "cannot write: Broken pipe", (folder / "pipe").string()});
}

TEST_CASE("a sealed file waits to be published or discarded") {
  temp_folder folder;
  auto sealed = [&](std::string_view name) {
    auto file = opened(folder / name);
    REQUIRE(file->write("x"));
    CHECK(file->seal("]") == true);
  };
  sealed("a");
  sealed("b");
  CHECK(folder.names() == names{"a.faucet-tmp", "b.faucet-tmp"});
  REQUIRE(publish_sealed(folder / "a"));
  discard_sealed(folder / "b");
  CHECK(folder.names() == names{"a"});
  CHECK(folder.read("a") == "x]");
  auto file = opened(folder / "c");
  REQUIRE(file->flush({}));
  CHECK(file->seal({}) == false); // published already
  CHECK(folder.names() == names{"a", "c"});
}
