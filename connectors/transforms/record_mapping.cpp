#include "connectors/transforms/record_mapping.hpp"

namespace faucet {

tl::unexpected<error> failed_record(uint64_t number, error why) {
  auto which = "record " + std::to_string(number);
  if (!why.which.empty()) {
    which += ", " + why.which;
  }
  return fail(why.code, std::move(why.what), std::move(which));
}

std::string field_name(std::string_view name) {
  return "field \"" + std::string{name} + "\"";
}

} // namespace faucet
