#include "config/bounded_file.hpp"

#include "config/bounded_read.hpp"

namespace faucet {

expected<std::string> read_bounded_file(const std::string& path, size_t max_bytes) {
  auto file = open_to_read(path);
  return file ? read_bounded(*file, path, max_bytes) : fail(std::move(file));
}

} // namespace faucet
