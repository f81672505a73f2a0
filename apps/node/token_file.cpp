#include "apps/node/token_file.hpp"

#include "model/file_descriptor.hpp"
#include "state/random_name.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <system_error>

namespace faucet {

namespace {

constexpr size_t least_size = 16;

tl::unexpected<error> failed(int code, const std::filesystem::path& file) {
  return fail(ec::state_failed, std::generic_category().message(code), file.string());
}

expected<void> check_owner(int fd, const std::filesystem::path& file) {
  struct stat facts {};
  if (::fstat(fd, &facts) != 0) {
    return failed(errno, file);
  }
  if (!S_ISREG(facts.st_mode)) {
    return fail(ec::invalid_config, "the token of the node must be a plain file", file.string());
  }
  if (facts.st_uid != ::geteuid() || (facts.st_mode & 077) != 0) {
    return fail(ec::invalid_config,
                "the token of the node must belong to who runs it and be closed to others "
                "(chmod 600)",
                file.string());
  }
  return {};
}

/// Nothing where there is no such file.
expected<std::optional<std::string>> read_token(const std::filesystem::path& file) {
  file_descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  if (!opened.is_open()) {
    return errno == ENOENT ? expected<std::optional<std::string>>{std::nullopt}
                           : failed(errno, file);
  }
  if (auto ok = check_owner(opened.get(), file); !ok) {
    return fail(std::move(ok));
  }
  std::array<char, 4096> room{};
  auto size = ::read(opened.get(), room.data(), room.size());
  if (size < 0) {
    return failed(errno, file);
  }
  std::string text{room.data(), static_cast<size_t>(size)};
  text.erase(text.find_last_not_of("\r\n") + 1);
  auto is_token = text.size() >= least_size
                  && text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789-._~+/=")
                       == std::string::npos;
  if (!is_token) {
    return fail(ec::invalid_config,
                "holds no token of a node (one line of 16 letters and digits or more); delete it "
                "to have a new one made",
                file.string());
  }
  return text;
}

/// Puts a whole file there, unless somebody else has. False for that.
expected<bool> put_token(const std::filesystem::path& file, const std::string& token) {
  auto scratch = file;
  scratch += ".faucet-tmp-" + random_name();
  file_descriptor made{::open(scratch.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  if (!made.is_open()) {
    return failed(errno, file);
  }
  auto line = token + "\n";
  auto is_written =
    ::write(made.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size())
    && ::fsync(made.get()) == 0;
  auto is_linked = is_written && ::link(scratch.c_str(), file.c_str()) == 0;
  auto code = errno;
  ::unlink(scratch.c_str());
  if (is_linked || code == EEXIST) {
    return is_linked;
  }
  return failed(code, file);
}

} // namespace

std::filesystem::path token_file_in(const std::filesystem::path& folder) {
  return folder / token_file_name;
}

expected<kept_token> take_token(const std::filesystem::path& folder) {
  kept_token result{.file = token_file_in(folder)};
  auto found = read_token(result.file);
  if (found && !*found) {
    result.token = random_name();
    auto made = put_token(result.file, result.token);
    if (!made) {
      return fail(std::move(made));
    }
    if (*made) {
      result.is_new = true;
      return result;
    }
    found = read_token(result.file);
  }
  if (!found) {
    return fail(std::move(found));
  }
  if (!*found) {
    return fail(ec::state_failed, "was removed while the node started", result.file.string());
  }
  result.token = std::move(**found);
  return result;
}

} // namespace faucet
