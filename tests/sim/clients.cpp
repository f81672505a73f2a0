#include "tests/sim/clients.hpp"

#include "tests/sim/world.hpp"

#include <string>

namespace faucet::sim {

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

node* some_ready_node(world& around) {
  auto at = static_cast<std::size_t>(around.chance.between(0, 1000));
  for (std::size_t i = 0; i < around.nodes.size(); ++i) {
    if (auto& one = *around.nodes[(at + i) % around.nodes.size()]; one.takes_submissions()) {
      return &one;
    }
  }
  return nullptr;
}

destination some_work(dice& chance) {
  destination work;
  auto is_long = chance.chance(150);
  work.pages = static_cast<uint32_t>(is_long ? chance.between(20, 200) : chance.between(0, 12));
  work.page_time = chance.between(milliseconds(10), milliseconds(is_long ? 1000 : 1500));
  work.end = chance.chance(80) ? run_status::failed : run_status::completed;
  work.fencing = !chance.chance(200);
  work.kills = chance.chance(2);
  return work;
}

void submit_one(world& around, virtual_time until) {
  auto& chance = around.chance;
  if (around.time.now() >= until) {
    return;
  }
  if (auto* to = some_ready_node(around)) {
    auto run = "run " + std::to_string(around.destinations.size());
    around.destinations[run] = some_work(chance);
    to->submit(run, chance.chance(100) ? "gpu" : "default");
  }
  auto burst = chance.chance(300);
  around.time.after(chance.between(milliseconds(0), milliseconds(burst ? 100 : 6000)),
                    [&around, until] { submit_one(around, until); });
}

void cancel_one(world& around, virtual_time until) {
  auto& chance = around.chance;
  if (around.time.now() >= until) {
    return;
  }
  auto* at = some_ready_node(around);
  auto known = static_cast<int64_t>(around.destinations.size());
  if (at && known > 0) {
    // Mostly a recent one, which is likely to wait or to run.
    auto oldest = chance.chance(800) ? std::max<int64_t>(0, known - 10) : 0;
    at->cancel("run " + std::to_string(chance.between(oldest, known - 1)));
  }
  around.time.after(chance.between(milliseconds(1000), milliseconds(30'000)),
                    [&around, until] { cancel_one(around, until); });
}

} // namespace

void let_clients_come(world& around, virtual_time until) {
  around.time.after(seconds(1), [&around, until] { submit_one(around, until); });
  around.time.after(seconds(5), [&around, until] { cancel_one(around, until); });
}

} // namespace faucet::sim
