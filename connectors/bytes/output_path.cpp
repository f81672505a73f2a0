#include "connectors/bytes/output_path.hpp"

#include "connectors/bytes/output_file.hpp"
#include "connectors/config_error.hpp"

namespace faucet {

expected<void> check_output_path(const std::string& path, const node& config) {
  if (path.empty()) {
    return config_error(config, "path", "\"path\" is empty");
  }
  if (path.find('\0') != std::string::npos) {
    return config_error(config, "path", "\"path\" holds a zero byte");
  }
  if (path.ends_with(scratch_ending)) {
    return config_error(config, "path",
                        "\"path\" has an ending that is reserved for files being written");
  }
  return {};
}

} // namespace faucet
