#include "state/file_store.hpp"

#include "state/key_file_name.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <random>
#include <sstream>
#include <thread>

namespace faucet {

namespace fs = std::filesystem;

namespace {

constexpr auto lock_patience = std::chrono::seconds{10};

tl::unexpected<error> system_failure(const fs::path& file, const char* action) {
  return fail(ec::state_failed, std::string{"cannot "} + action + ": " + std::strerror(errno),
              file.string());
}

/// A file descriptor that closes itself.
class descriptor_guard {
public:
  explicit descriptor_guard(int fd) noexcept : fd_(fd) {
    // nop
  }

  descriptor_guard(const descriptor_guard&) = delete;
  descriptor_guard& operator=(const descriptor_guard&) = delete;

  ~descriptor_guard() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }

  [[nodiscard]] int get() const noexcept {
    return fd_;
  }

private:
  int fd_;
};

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    auto written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return false;
    }
    text.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
  return true;
}

expected<void> sync_directory(const fs::path& directory) {
  descriptor_guard fd{::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (fd.get() < 0 || ::fsync(fd.get()) != 0) {
    return system_failure(directory, "sync the state directory");
  }
  return {};
}

expected<void> write_durably(const fs::path& file, std::string_view text) {
  descriptor_guard fd{::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  if (fd.get() < 0) {
    return system_failure(file, "create the state file");
  }
  if (!write_all(fd.get(), text) || ::fsync(fd.get()) != 0) {
    return system_failure(file, "write the state file");
  }
  return {};
}

std::string random_name() {
  std::random_device entropy;
  std::ostringstream result;
  result << std::hex << entropy() << entropy() << entropy() << entropy();
  return result.str();
}

} // namespace

file_store::file_store(fs::path root) : root_(std::move(root)), writer_(random_name()) {
  // nop
}

expected<std::optional<std::string>> file_store::get(const std::string& key) {
  return read_file(file_of(key));
}

expected<std::optional<std::string>> file_store::read_file(const fs::path& file) {
  descriptor_guard fd{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  if (fd.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return std::nullopt;
    }
    return system_failure(file, "open the state file");
  }
  std::string text;
  std::array<char, 4096> block;
  for (;;) {
    auto count = ::read(fd.get(), block.data(), block.size());
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

expected<void> file_store::put(const std::string& key, std::string_view json) {
  std::error_code failure;
  fs::create_directories(root_, failure);
  if (failure) {
    return fail(ec::state_failed, "cannot create the state directory: " + failure.message(),
                root_.string());
  }
  auto stem = key_to_stem(key);
  if (auto name = root_ / (stem + ".key"); is_shortened(stem) && !fs::exists(name, failure)) {
    if (auto ok = write_file(stem, name, key); !ok) {
      return ok;
    }
  }
  return write_file(stem, file_of(key), json);
}

expected<void> file_store::write_file(const std::string& stem, const fs::path& file,
                                      std::string_view text) {
  auto scratch = root_ / (stem + "." + writer_ + "." + std::to_string(++writes_) + ".json.tmp");
  auto result = write_durably(scratch, text).and_then([&]() -> expected<void> {
    if (::rename(scratch.c_str(), file.c_str()) != 0) {
      return system_failure(file, "replace the state file");
    }
    return sync_directory(root_);
  });
  if (!result) {
    ::unlink(scratch.c_str());
  }
  return result;
}

expected<void> file_store::remove(const std::string& key) {
  auto file = file_of(key);
  if (::unlink(file.c_str()) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return {};
    }
    return system_failure(file, "remove the state file");
  }
  if (auto stem = key_to_stem(key); is_shortened(stem)) {
    ::unlink((root_ / (stem + ".key")).c_str()); // names nothing any more
  }
  return sync_directory(root_);
}

expected<std::vector<std::string>> file_store::list(std::string_view prefix) {
  std::vector<std::string> result;
  std::error_code failure;
  for (fs::directory_iterator at{root_, failure}, end; !failure && at != end;
       at.increment(failure)) {
    if (at->path().extension() != ".json") {
      continue;
    }
    auto stem = at->path().stem().string();
    expected<std::optional<std::string>> key = stem_to_key(stem);
    if (is_shortened(stem)) {
      key = read_file(root_ / (stem + ".key"));
    }
    if (!key) {
      return fail(std::move(key));
    }
    if (*key && (*key)->starts_with(prefix)) {
      result.push_back(std::move(**key));
    }
  }
  if (failure && failure != std::errc::no_such_file_or_directory) {
    return fail(ec::state_failed, "cannot list the state directory: " + failure.message(),
                root_.string());
  }
  std::ranges::sort(result);
  return result;
}

expected<bool> file_store::compare_and_put(const std::string& key,
                                           const std::optional<std::string>& known,
                                           std::string_view json) {
  std::error_code ignored;
  fs::create_directories(root_, ignored); // put reports what is wrong
  auto lock_file = file_of(key);
  lock_file += ".lock";
  descriptor_guard lock{::open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  if (lock.get() < 0) {
    return system_failure(lock_file, "open the lock of the state file");
  }
  auto deadline = std::chrono::steady_clock::now() + lock_patience;
  while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (std::chrono::steady_clock::now() >= deadline) {
      return fail(ec::state_failed, "somebody else has held the lock for 10 s", lock_file.string());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  auto held = get(key);
  if (!held) {
    return fail(std::move(held));
  }
  if (*held != known) {
    return false;
  }
  return put(key, json).map([] { return true; });
}

fs::path file_store::file_of(const std::string& key) const {
  return root_ / (key_to_stem(key) + ".json");
}

} // namespace faucet
