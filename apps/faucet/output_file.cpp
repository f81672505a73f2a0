#include "apps/faucet/output_file.hpp"

#include "state/durable_file.hpp"
#include "state/random_name.hpp"

namespace faucet {

expected<void> write_output_file(const std::string& path, std::string_view text) {
  auto written = replace_state_file(path + "." + random_name() + ".tmp", path, text);
  if (!written) {
    return fail(ec::sink_failed, written.error().what, path);
  }
  return {};
}

} // namespace faucet
