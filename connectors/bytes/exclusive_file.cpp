#include "connectors/bytes/exclusive_file.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace faucet {

namespace {

using clock = std::chrono::steady_clock;

/// Between two looks at whether others have let go of a file.
constexpr std::chrono::milliseconds nap{20};

} // namespace

bool lock(const open_file& file) noexcept {
  auto mine = ::flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0 || errno == ENOSYS
              || errno == EOPNOTSUPP || errno == EINVAL;
  return mine && has_name(file, file.path());
}

bool has_name(const open_file& file, const std::filesystem::path& name) noexcept {
  struct stat by_name {};
  struct stat by_descriptor {};
  return ::lstat(name.c_str(), &by_name) == 0 && ::fstat(file.descriptor(), &by_descriptor) == 0
         && by_name.st_dev == by_descriptor.st_dev && by_name.st_ino == by_descriptor.st_ino;
}

expected<void> wait_until_free(const std::filesystem::path& target, const driver_context& context,
                               const std::function<expected<bool>()>& is_free) {
  const auto until = clock::now() + context.patience_with_earlier_owner;
  for (auto is_first = true;; is_first = false) {
    auto free = is_free();
    if (!free || *free) {
      return free ? expected<void>{} : fail(std::move(free));
    }
    if (clock::now() >= until) {
      return fail(ec::sink_failed, "another run is writing this file", target.string());
    }
    if (context.stopped()) {
      return fail(ec::cancelled, "stopped while waiting for an earlier owner of the run",
                  target.string());
    }
    if (is_first && context.warn) {
      context.warn("waits for an earlier owner of the run, which still writes " + target.string());
    }
    std::this_thread::sleep_for(nap);
  }
}

tl::unexpected<error> taken_over(const std::filesystem::path& target) {
  return fail(ec::sink_failed, "another run has begun to write this file", target.string());
}

} // namespace faucet
