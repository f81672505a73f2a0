#include "cluster/mesh/messages.hpp"

#include <caf/all.hpp>

namespace faucet {

caf::error inspect(caf::serializer& to, introduction& x) {
  auto& facts = x.facts;
  auto has_pools = facts.pools.has_value();
  auto pools = facts.pools.value_or(std::vector<std::string>{});
  return to(facts.instance, facts.listen, facts.mesh, facts.in_flight, facts.max_concurrent,
            facts.state_format, has_pools, pools, x.knows);
}

caf::error inspect(caf::deserializer& from, introduction& x) {
  auto& facts = x.facts;
  auto has_pools = false;
  std::vector<std::string> pools;
  if (auto err = from(facts.instance, facts.listen, facts.mesh, facts.in_flight,
                      facts.max_concurrent, facts.state_format, has_pools, pools, x.knows)) {
    return err;
  }
  facts.pools.reset();
  if (has_pools) {
    facts.pools = std::move(pools);
  }
  return caf::none;
}

std::string to_string(const introduction& x) {
  return "introduction(" + x.facts.instance + ")";
}

} // namespace faucet
