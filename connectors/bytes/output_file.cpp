#include "connectors/bytes/output_file.hpp"

#include "connectors/bytes/appended_file.hpp"
#include "connectors/bytes/published_file.hpp"
#include "connectors/bytes/straight_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace faucet {

namespace {

/// What a chain of links leads to, which need not exist.
expected<std::filesystem::path> follow_links(std::filesystem::path path) {
  constexpr int longest_chain = 40;
  std::error_code status;
  for (int i = 0; i < longest_chain; ++i) {
    auto target = std::filesystem::read_symlink(path, status);
    if (status) {
      return path;
    }
    path = path.parent_path() / target; // an absolute target stands for itself
  }
  return system_failure("open", path, ELOOP);
}

/// Whether a file can be made in the directory, or the directory itself where that is missing.
expected<void> probe_directory(std::filesystem::path directory, const output_place& where) {
  struct stat there {};
  while (::stat(directory.c_str(), &there) != 0) {
    if (errno != ENOENT) {
      return system_failure("write", where.path, errno);
    }
    if (!where.create_parents) {
      return fail(ec::sink_failed, "the directory " + directory.string() + " does not exist",
                  where.path.string());
    }
    directory = directory.parent_path();
  }
  if (!S_ISDIR(there.st_mode)) {
    return fail(ec::sink_failed, directory.string() + " is no directory", where.path.string());
  }
  if (::access(directory.c_str(), W_OK | X_OK) != 0) {
    return fail(ec::sink_failed,
                "cannot write in the directory " + directory.string() + ": "
                  + std::generic_category().message(errno),
                where.path.string());
  }
  return {};
}

} // namespace

bool is_own_stream(const std::filesystem::path& path) {
  const auto text = path.lexically_normal().string();
  return text == "/dev/stdout" || text == "/dev/stderr" || text.starts_with("/dev/fd/")
         || text.starts_with("/proc/self/fd/");
}

expected<void> make_parents(const std::filesystem::path& path, bool create) {
  auto directory = std::filesystem::absolute(path).parent_path();
  std::error_code status;
  if (std::filesystem::is_directory(directory, status)) {
    return {};
  }
  if (!create) {
    return fail(ec::sink_failed, "the directory " + directory.string() + " does not exist",
                path.string());
  }
  std::filesystem::create_directories(directory, status);
  if (status) {
    return fail(ec::sink_failed,
                "cannot make the directory " + directory.string() + ": " + status.message(),
                path.string());
  }
  return {};
}

expected<std::unique_ptr<output_file>> open_output(const output_place& where,
                                                   const driver_context& context) {
  if (is_own_stream(where.path)) {
    return straight_file::open(where.path, context);
  }
  auto path = follow_links(std::filesystem::absolute(where.path));
  if (!path) {
    return fail(std::move(path));
  }
  struct stat there {};
  if (::stat(path->c_str(), &there) != 0) {
    if (errno != ENOENT) {
      return system_failure("open", where.path, errno);
    }
    if (auto ok = make_parents(*path, where.create_parents); !ok) {
      return fail(std::move(ok));
    }
    return where.existing == existing_content::appended
             ? appended_file::open(*path)
             : published_file::open(*path, false, context);
  }
  if (S_ISDIR(there.st_mode)) {
    return system_failure("write", where.path, EISDIR);
  }
  if (::access(path->c_str(), W_OK) != 0) {
    return system_failure("write", where.path, errno);
  }
  if (!S_ISREG(there.st_mode)) {
    return straight_file::open(*path, context);
  }
  return where.existing == existing_content::appended
           ? appended_file::open(*path)
           : published_file::open(*path, where.existing == existing_content::extended, context);
}

expected<void> probe_output(const output_place& where) {
  if (is_own_stream(where.path)) {
    return {};
  }
  auto path = follow_links(std::filesystem::absolute(where.path));
  if (!path) {
    return fail(std::move(path));
  }
  struct stat there {};
  if (::stat(path->c_str(), &there) != 0) {
    return errno == ENOENT ? probe_directory(path->parent_path(), where)
                           : system_failure("write", where.path, errno);
  }
  if (S_ISDIR(there.st_mode)) {
    return system_failure("write", where.path, EISDIR);
  }
  if (::access(path->c_str(), W_OK) != 0) {
    return system_failure("write", where.path, errno);
  }
  auto in_place = !S_ISREG(there.st_mode) || where.existing == existing_content::appended;
  return in_place ? expected<void>{} : probe_directory(path->parent_path(), where);
}

} // namespace faucet
