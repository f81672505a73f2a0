#include "tests/sim/world.hpp"

namespace faucet::sim {
namespace {

/// The clock of the history's database.
std::function<instant()> clock_of(const timeline& time) {
  return [&time] { return instant(std::chrono::hours(24 * 365 * 50)) + time.now(); };
}

} // namespace

world::world(const life_settings& chosen)
  : settings(chosen), chance(chosen.seed), ledger(clock_of(time), chosen.bug),
    registry(clock_of(time)), seen(time, chosen.max_attempts), conditions(chance, chosen.places),
    mesh(*this, chosen.places) {
  // nop
}

node* world::find(const std::string& instance) {
  for (auto& x : nodes) {
    if (x->lives() && x->instance() == instance) {
      return x.get();
    }
  }
  return nullptr;
}

} // namespace faucet::sim
