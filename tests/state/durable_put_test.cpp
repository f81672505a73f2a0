#include "state/file_store.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <mutex>
#include <string>
#include <vector>

using namespace faucet;

namespace {

std::mutex synced_mutex;
std::vector<std::string> synced; ///< what this program has made durable, in order

} // namespace

/// Stands in for the C library's, to see what is synced and when.
extern "C" int fsync(int descriptor) {
  struct stat about {};
  ::fstat(descriptor, &about);
  std::lock_guard guard{synced_mutex}; // other tests put from several threads
  synced.emplace_back(S_ISDIR(about.st_mode) ? "directory"
                                             : "file of " + std::to_string(about.st_size));
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

TEST_CASE("a put syncs the whole file and then the directory it was renamed in", "[P52]") {
  test::temp_folder root;
  synced.clear();
  REQUIRE(file_store{root.path()}.put("key", R"({"at":1})"));
  CHECK(synced == std::vector<std::string>{"file of 8", "directory"});
}
