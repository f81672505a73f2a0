#include "state/durable_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

namespace faucet {

namespace fs = std::filesystem;

namespace {

tl::unexpected<error> system_failure(const fs::path& file, const char* action) {
  return fail(ec::state_failed, std::string{"cannot "} + action + ": " + std::strerror(errno),
              file.string());
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    auto written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return false;
    }
    text.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
  return true;
}

expected<void> write_durably(const fs::path& file, std::string_view text) {
  file_descriptor out{::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  if (!out.is_open()) {
    return system_failure(file, "create the state file");
  }
  if (!write_all(out.get(), text) || ::fsync(out.get()) != 0) {
    return system_failure(file, "write the state file");
  }
  return {};
}

} // namespace

expected<std::optional<std::string>> read_state_file(const fs::path& file) {
  file_descriptor in{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!in.is_open()) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return std::nullopt;
    }
    return system_failure(file, "open the state file");
  }
  std::string text;
  std::array<char, 4096> block;
  for (;;) {
    auto count = ::read(in.get(), block.data(), block.size());
    if (count == 0) {
      return text;
    }
    if (count > 0) {
      text.append(block.data(), static_cast<size_t>(count));
    } else if (errno != EINTR) {
      return system_failure(file, "read the state file");
    }
  }
}

expected<void> replace_state_file(const fs::path& scratch, const fs::path& file,
                                  std::string_view text) {
  auto result = write_durably(scratch, text).and_then([&]() -> expected<void> {
    if (::rename(scratch.c_str(), file.c_str()) != 0) {
      return system_failure(file, "replace the state file");
    }
    return sync_state_directory(file.parent_path());
  });
  if (!result) {
    ::unlink(scratch.c_str());
    result.error().which = file.string(); // nobody knows the scratch file
  }
  return result;
}

expected<void> try_to_write(const fs::path& scratch) {
  auto written = write_durably(scratch, "{}"); // an empty file fits on a full disk
  ::unlink(scratch.c_str());
  if (!written) {
    written.error().which = scratch.parent_path().string();
    written.error().what = "cannot write to the state directory: " + written.error().what;
  }
  return written;
}

expected<void> rename_state_file(const fs::path& from, const fs::path& to) {
  if (::link(from.c_str(), to.c_str()) != 0) {
    if (errno == EEXIST || errno == ENOENT) {
      return {}; // another process was quicker
    }
    return system_failure(from, "rename the state file");
  }
  return sync_state_directory(to.parent_path()).and_then([&] { return remove_state_file(from); });
}

expected<void> remove_state_file(const fs::path& file) {
  if (::unlink(file.c_str()) == 0) {
    return sync_state_directory(file.parent_path());
  }
  if (errno == ENOENT || errno == ENOTDIR) {
    return {};
  }
  return system_failure(file, "remove the state file");
}

expected<void> sync_state_directory(const fs::path& directory) {
  const auto& name = directory.empty() ? fs::path{"."} : directory;
  file_descriptor in{::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!in.is_open() || ::fsync(in.get()) != 0) {
    return system_failure(name, "sync the state directory");
  }
  return {};
}

expected<file_descriptor> lock_state_file(const fs::path& file,
                                          std::chrono::milliseconds patience) {
  file_descriptor result{::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  if (!result.is_open()) {
    return system_failure(file, "open the lock of the state file");
  }
  auto deadline = std::chrono::steady_clock::now() + patience;
  while (::flock(result.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      return system_failure(file, "lock the state file");
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return fail(ec::state_failed,
                  "somebody else has held the lock for " + std::to_string(patience.count() / 1000)
                    + " s",
                  file.string());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  return result;
}

} // namespace faucet
