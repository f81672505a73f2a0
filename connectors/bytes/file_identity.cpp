#include "connectors/bytes/file_identity.hpp"

#include <system_error>

namespace faucet {

std::filesystem::path file_identity(const std::filesystem::path& file) {
  std::error_code failure;
  auto whole = std::filesystem::absolute(file, failure);
  auto result = std::filesystem::weakly_canonical(whole, failure);
  if (failure) { // a loop of links, a folder that may not be searched
    result = whole.lexically_normal();
  }
  return result.has_filename() ? result : result.parent_path();
}

} // namespace faucet
