#include "connectors/bytes/open_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

namespace faucet {

namespace {

/// Repeats a call that a signal interrupted.
template <class Call>
auto unbroken(Call call) {
  for (;;) {
    auto result = call();
    if (result >= 0 || errno != EINTR) {
      return result;
    }
  }
}

bool cannot_be_synced(int code) noexcept {
  return code == EINVAL || code == EROFS || code == ENOTSUP;
}

} // namespace

tl::unexpected<error> system_failure(std::string_view doing, const std::filesystem::path& path,
                                     int code) {
  return fail(ec::sink_failed,
              "cannot " + std::string{doing} + ": " + std::generic_category().message(code),
              path.string());
}

expected<open_file> open_file::open(const std::filesystem::path& path, int flags, mode_t mode) {
  file_descriptor opened{unbroken([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); })};
  if (!opened.is_open()) {
    return system_failure("open", path, errno);
  }
  return open_file{std::move(opened), path};
}

// -- observers ----------------------------------------------------------------

expected<struct stat> open_file::status() const {
  struct stat result {};
  if (::fstat(descriptor_.get(), &result) != 0) {
    return system_failure("look at", path_, errno);
  }
  return result;
}

expected<size_t> open_file::read_at(uint64_t offset, char* to, size_t size) const {
  size_t done = 0;
  while (done != size) {
    auto count = unbroken([&] {
      return ::pread(descriptor_.get(), to + done, size - done, static_cast<off_t>(offset + done));
    });
    if (count < 0) {
      return system_failure("read", path_, errno);
    }
    if (count == 0) {
      break;
    }
    done += static_cast<size_t>(count);
  }
  return done;
}

// -- modifiers ----------------------------------------------------------------

expected<void> open_file::write(std::string_view bytes) {
  while (!bytes.empty()) {
    auto count = unbroken([&] { return ::write(descriptor_.get(), bytes.data(), bytes.size()); });
    if (count < 0) {
      return system_failure("write", path_, errno);
    }
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

expected<void> open_file::truncate(uint64_t size) {
  auto end = static_cast<off_t>(size);
  if (unbroken([&] { return ::ftruncate(descriptor_.get(), end); }) != 0
      || ::lseek(descriptor_.get(), end, SEEK_SET) != end) {
    return system_failure("cut", path_, errno);
  }
  return {};
}

expected<void> open_file::append_from(const open_file& other, uint64_t offset, uint64_t size) {
  constexpr size_t piece = size_t{256} << 10;
  auto from = static_cast<off_t>(offset);
  while (size != 0) { // within the kernel, as far as it can
    auto count = unbroken([&] {
      return ::copy_file_range(other.descriptor_.get(), &from, descriptor_.get(), nullptr, size, 0);
    });
    if (count <= 0) {
      break;
    }
    size -= static_cast<uint64_t>(count);
  }
  if (size == 0) {
    return {};
  }
  auto buffer = std::make_unique<char[]>(piece);
  while (size != 0) {
    auto count = other.read_at(static_cast<uint64_t>(from), buffer.get(), std::min(size, piece));
    if (!count) {
      return fail(std::move(count));
    }
    if (*count == 0) {
      return fail(ec::sink_failed, "somebody else cut the file short", other.path_.string());
    }
    if (auto ok = write({buffer.get(), *count}); !ok) {
      return ok;
    }
    from += static_cast<off_t>(*count);
    size -= *count;
  }
  return {};
}

expected<void> open_file::sync() {
  if (unbroken([&] { return ::fsync(descriptor_.get()); }) != 0 && !cannot_be_synced(errno)) {
    return system_failure("make durable", path_, errno);
  }
  return {};
}

void open_file::start_writeback(uint64_t offset, uint64_t size) noexcept {
  ::sync_file_range(descriptor_.get(), static_cast<off_t>(offset), static_cast<off_t>(size),
                    SYNC_FILE_RANGE_WRITE);
}

expected<void> open_file::close() {
  if (is_open() && ::close(descriptor_.release()) != 0 && errno != EINTR) {
    return system_failure("close", path_, errno);
  }
  return {};
}

expected<void> sync_directory(const std::filesystem::path& directory) {
  auto opened = open_file::open(directory.empty() ? "." : directory, O_RDONLY | O_DIRECTORY);
  if (!opened) {
    return fail(std::move(opened));
  }
  return opened->sync();
}

} // namespace faucet
