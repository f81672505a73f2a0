#include "tests/sim/life.hpp"

#include "tests/sim/calm.hpp"
#include "tests/sim/clients.hpp"
#include "tests/sim/faults.hpp"
#include "tests/sim/world.hpp"

#include <algorithm>

namespace faucet::sim {

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

constexpr seconds life_time(600);
constexpr seconds patience(1200);            ///< for the next run to end, once the faults have
constexpr uint64_t most_things = 20'000'000; ///< of which more happen only where something spins

life_settings settings_of(const life_choice& choice) {
  dice chance(choice.seed ^ 0x5eed);
  life_settings chosen;
  chosen.seed = choice.seed;
  chosen.bug = choice.bug;
  chosen.tracing = choice.tracing;
  chosen.places =
    static_cast<std::size_t>(chance.chance(600) ? chance.between(3, 4) : chance.between(3, 9));
  constexpr seconds leases[] = {seconds(30), seconds(30), seconds(30), seconds(15), seconds(60)};
  chosen.timing.lease = leases[chance.between(0, 4)];
  chosen.timing.drain_grace = chance.between(seconds(5), seconds(60));
  chosen.mesh = !chance.chance(150);
  chosen.fast_failover = !chance.chance(150);
  if (chance.chance(300)) {
    chosen.pool_wait = seconds(chance.between(20, 90));
  }
  return chosen;
}

/// Nodes whose clocks show other times and run apart by up to two hundredths.
void settle_nodes(world& around) {
  auto& chance = around.chance;
  for (std::size_t place = 0; place < around.settings.places; ++place) {
    node_settings chosen;
    chosen.place = place;
    chosen.clock.start_ms = chance.between(-1'000'000'000, 1'000'000'000);
    chosen.clock.drift_ppm = chance.between(-20'000, 20'000);
    chosen.capacity = static_cast<uint32_t>(chance.between(1, 6));
    chosen.pools = {"default"};
    if (place == 0 || chance.chance(300)) {
      chosen.pools.emplace_back("gpu");
    }
    around.nodes.push_back(std::make_unique<node>(around, chosen));
    auto* one = around.nodes.back().get();
    around.time.after(chance.between(milliseconds(0), milliseconds(3000)), [one] { one->start(); });
  }
}

/// Lets time pass until then, or until `done`, or until something must not have happened.
template <class Done>
void pass(world& around, virtual_time until, Done done) {
  auto next_look = around.time.now();
  while (!around.time.empty() && around.time.now() < until && !around.seen.violation()) {
    around.time.advance();
    if (around.time.now() >= next_look) {
      next_look = around.time.now() + milliseconds(500);
      if (done()) {
        return;
      }
    }
    if (around.time.happened() > most_things) {
      around.seen.violated("does things without end", "somebody");
    }
  }
}

/// A node that still holds a run; null where none does.
node* busy_node(world& around) {
  for (auto& one : around.nodes) {
    if (one->lives() && !one->state().held.empty()) {
      return one.get();
    }
  }
  return nullptr;
}

} // namespace

life_report live(const life_choice& choice) {
  world around(settings_of(choice));
  settle_nodes(around);
  plan_faults(around);
  let_clients_come(around, life_time);
  around.mesh.begin();
  pass(around, life_time, [] { return false; });
  around.trace("world", [] { return "the faults end"; });
  end_faults(around);
  calm_check calm(around);
  auto calm_from = around.time.now() + around.settings.timing.lease * 2 + seconds(10);
  auto last_end = around.time.now();
  auto ended = around.seen.ended();
  pass(around, virtual_time::max(), [&] {
    if (around.seen.ended() != ended) {
      ended = around.seen.ended();
      last_end = around.time.now();
    }
    if (around.time.now() >= calm_from) {
      calm.look();
    }
    auto all_ended = !around.seen.unfinished() && !busy_node(around);
    return all_ended || around.time.now() - last_end > patience;
  });
  if (auto run = around.seen.unfinished()) {
    around.seen.violated("never ended", *run);
  }
  if (auto* one = busy_node(around)) {
    around.seen.violated("holds " + render(one->state().held.begin()->first) + " for ever",
                         one->instance());
  }
  return {
    choice.seed,         around.seen.violation(),    around.time.now(), around.time.happened(),
    around.seen.known(), around.seen.stale_writes(), around.suffered};
}

} // namespace faucet::sim
