#include "actors/system_config.hpp"

#include "actors/errors.hpp"
#include "actors/messages.hpp"

#include <caf/all.hpp>

namespace faucet {

void configure(caf::actor_system_config& config) {
  config.add_message_types<caf::id_block::faucet>();
  config.add_error_category(
    caf::atom("faucet"), [](uint8_t code, caf::atom_value category, const caf::message& context) {
      return render(from_caf(caf::error{code, category, context}));
    });
  if (caf::get_if<caf::atom_value>(&config, "scheduler.policy") == caf::none) {
    config.set("scheduler.policy", caf::atom("sharing"));
  }
}

} // namespace faucet
