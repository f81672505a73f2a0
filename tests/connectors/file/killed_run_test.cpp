#include "tests/catch.hpp"
#include "tests/connectors/sink_run.hpp"
#include "tests/temp_folder.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

using namespace faucet;
using namespace faucet::test;

namespace {

/// Writes and flushes pages of the numbers from `first` on, until killed; tells after each flush
/// through the pipe.
[[noreturn]] void write_until_killed(const std::string& yaml, uint64_t first, int told) {
  auto sink = make_sink("file", yaml);
  if (!sink || !(*sink)->open({}, {.resuming = first != 0})) {
    ::_exit(1);
  }
  for (auto number = first;; number += 100) {
    std::vector<std::string> rows;
    for (auto i = number; i < number + 100; ++i) {
      rows.push_back(R"({"n":)" + std::to_string(i) + R"(,"pad":")"
                     + std::string(1900 + i % 50, 'x') + R"("})");
    }
    auto next = number + 100;
    if (!(*sink)->write(page_of(rows)) || !(*sink)->flush()
        || ::write(told, &next, sizeof next) != sizeof next) {
      ::_exit(1);
    }
  }
}

/// The numbers in a file must be 0, 1, 2, … each on a whole line; returns how many.
uint64_t whole_lines(const std::string& text) {
  uint64_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) {
    auto end = text.find('\n', at);
    REQUIRE(end != std::string::npos);
    auto line = std::string_view{text}.substr(at, end - at);
    REQUIRE(line.starts_with(R"({"n":)" + std::to_string(count) + ","));
    REQUIRE(line.ends_with(R"("})"));
    at = end + 1;
  }
  return count;
}

} // namespace

TEST_CASE("a run killed at any moment leaves whole files, and the next one completes them",
          "[P130]") {
  temp_folder folder;
  auto yaml = "path: " + (folder / "a.jsonl").string();
  uint64_t checkpoint = 0;
  uint32_t state = 1;
  for (int round = 0; round < 50; ++round) {
    if (round % 10 == 0) {
      checkpoint = 0; // a run that replaces what is there
    }
    int told[2];
    REQUIRE(::pipe(told) == 0);
    auto child = ::fork();
    if (child == 0) {
      ::close(told[0]);
      write_until_killed(yaml, checkpoint, told[1]);
    }
    ::close(told[1]);
    state = state * 1664525 + 1013904223;
    auto flushes = state >> 16 & 3; // let it make some checkpoints, then kill it at some moment
    uint64_t next = 0;
    for (uint32_t i = 0; i <= flushes && ::read(told[0], &next, sizeof next) == sizeof next; ++i) {
      checkpoint = next;
    }
    ::usleep(state >> 8 & 1023);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status)); // it had not failed before
    while (::read(told[0], &next, sizeof next) == sizeof next) {
      checkpoint = next;
    }
    ::close(told[0]);
    // At most one page was made visible that the checkpoint does not know of.
    auto lines = whole_lines(folder.read("a.jsonl"));
    if (checkpoint == 0) {
      continue; // nothing new was published
    }
    REQUIRE(lines % 100 == 0); // whole pages, though each took more than one write
    REQUIRE(lines >= checkpoint);
    REQUIRE(lines <= checkpoint + 100);
    checkpoint = lines;
  }
  REQUIRE(checkpoint != 0);
  sink_run{"file", yaml, {.resuming = true}}.close();
  CHECK(folder.names() == std::vector<std::string>{"a.jsonl"});
}
