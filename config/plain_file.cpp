#include "config/plain_file.hpp"

#include "config/bounded_read.hpp"

#include <fcntl.h>
#include <sys/stat.h>

namespace faucet {

expected<std::string> read_plain_file(const std::string& path, size_t max_bytes) {
  auto file = open_to_read(path, O_NONBLOCK | O_NOCTTY);
  if (!file) {
    return fail(std::move(file));
  }
  struct stat facts {};
  if (::fstat(file->get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return fail(ec::invalid_config, "is no plain file", path);
  }
  return read_bounded(*file, path, max_bytes);
}

} // namespace faucet
