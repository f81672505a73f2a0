#include "config/bounded_read.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace faucet {

namespace {

tl::unexpected<error> unreadable(const std::string& path) {
  return fail(ec::invalid_config, std::string{"cannot be read: "} + std::strerror(errno), path);
}

} // namespace

expected<file_descriptor> open_to_read(const std::string& path, int more_flags) {
  if (path.find('\0') != std::string::npos) {
    return fail(ec::invalid_config, "a path must not contain a zero byte",
                path.substr(0, path.find('\0')));
  }
  file_descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | more_flags)};
  if (!file.is_open()) {
    return unreadable(path);
  }
  return file;
}

expected<std::string> read_bounded(const file_descriptor& file, const std::string& path,
                                   size_t max_bytes) {
  constexpr size_t step = size_t{64} << 10;
  std::string result;
  while (true) {
    auto used = result.size();
    result.resize(used + step);
    auto got = ::read(file.get(), result.data() + used, step);
    if (got < 0 && errno == EINTR) {
      result.resize(used);
      continue;
    }
    if (got < 0) {
      return unreadable(path);
    }
    result.resize(used + static_cast<size_t>(got));
    if (got == 0) {
      return result;
    }
    if (result.size() > max_bytes) {
      return fail(ec::invalid_config, "is larger than " + std::to_string(max_bytes) + " bytes",
                  path);
    }
  }
}

} // namespace faucet
