#include "apps/faucet/delivery.hpp"

#include "connectors/catalogue.hpp"

namespace faucet {

std::string_view delivery_of(const row_spec& row) {
  auto sink = find_sink(built_in_catalogue(), row.sink.type);
  const auto* mode = row.sink.config.find("write_mode");
  const auto* name = mode != nullptr ? mode->text() : nullptr;
  auto by_key = name != nullptr && (*name == "upsert" || *name == "delete");
  return sink && (*sink)->can.upsert && by_key ? "effectively-once (keyed upsert)"
                                               : "at-least-once";
}

} // namespace faucet
