#include "config/type_lookup.hpp"

#include "config/later_types.hpp"
#include "config/nearest_name.hpp"
#include "config/option_type.hpp"

#include <algorithm>

namespace faucet {

expected<size_t> find_type(const node& type, std::span<const std::string_view> known,
                           std::string_view role) {
  const auto* name = type.text();
  if (name == nullptr) {
    return detail::wrong_type(type, "type", "the name of a " + std::string{role});
  }
  auto found = std::ranges::find(known, std::string_view{*name});
  if (found != known.end()) {
    return static_cast<size_t>(found - known.begin());
  }
  if (is_later_type(role, *name)) {
    return fail(ec::invalid_config,
                std::string{role} + " type \"" + *name + "\" is not supported yet by this build"
                  + suggestion_of({}, {known.begin(), known.end()}, "known"),
                to_string(type.where()));
  }
  return fail(ec::invalid_config,
              "unknown " + std::string{role} + " type \"" + *name + "\""
                + suggestion_of(*name, {known.begin(), known.end()}, "known"),
              to_string(type.where()));
}

} // namespace faucet
