#include "tests/sim/faults.hpp"

#include "tests/sim/world.hpp"

namespace faucet::sim {

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

/// Some time of the ten minutes; early enough to see what comes of it.
virtual_time some_time(dice& chance) {
  return chance.between(seconds(20), seconds(540));
}

node& some_node(world& around) {
  auto last = static_cast<int64_t>(around.nodes.size()) - 1;
  return *around.nodes[static_cast<std::size_t>(around.chance.between(0, last))];
}

/// Does something to a node that is up and awake; later, if there is none now.
template <class Fault>
void befall(world& around, Fault fault) {
  auto& victim = some_node(around);
  if (victim.is_awake()) {
    fault(victim);
  } else {
    around.time.after(seconds(1), [&around, fault] { befall(around, fault); });
  }
}

sql_trouble some_trouble(dice& chance) {
  return static_cast<sql_trouble>(chance.between(1, 4));
}

void crash_some_node(world& around) {
  befall(around, [&around](node& victim) {
    victim.crash_at_effect(static_cast<uint32_t>(around.chance.between(1, 12)));
  });
}

void pause_some_node(world& around, virtual_time length) {
  befall(around, [&around, length](node& victim) {
    victim.pause();
    around.suffered.long_pauses += length > around.settings.timing.lease ? 1 : 0;
    around.time.after(length, [&victim] { victim.resume(); });
  });
}

/// Parts the nodes; one side may lose the history, too.
void part_nodes(world& around, virtual_time length) {
  std::vector<bool> sides(around.nodes.size());
  for (std::size_t i = 0; i < sides.size(); ++i) {
    sides[i] = around.chance.chance(500);
  }
  sides[0] = true;
  sides[1] = false;
  auto until = around.time.now() + length;
  if (around.chance.chance(500)) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (sides[i]) {
        around.conditions.trouble_for(i, sql_trouble::hangs, until);
      }
    }
  }
  around.conditions.part(std::move(sides), until);
  ++around.suffered.partitions;
}

/// So many times of [least, most], at some time each.
template <class Fault>
void plan(world& around, int64_t least, int64_t most, Fault fault) {
  for (auto left = around.chance.between(least, most); left > 0; --left) {
    around.time.at(some_time(around.chance), [&around, fault] { fault(around); });
  }
}

} // namespace

void plan_faults(world& around) {
  auto& chance = around.chance;
  constexpr int64_t spoilt[] = {0, 5, 30, 100};
  around.conditions.spoil(spoilt[chance.between(0, 3)]);
  plan(around, 1, 4, crash_some_node);
  plan(around, 1, 3, [](world& x) {
    auto lease = x.settings.timing.lease;
    pause_some_node(x, x.chance.between(lease + seconds(1), lease * 3));
  });
  plan(around, 0, 3,
       [](world& x) { pause_some_node(x, x.chance.between(seconds(2), seconds(25))); });
  plan(around, 1, 2, [](world& x) { part_nodes(x, x.chance.between(seconds(5), seconds(120))); });
  plan(around, 1, 2, [](world& x) {
    auto until = x.time.now() + x.chance.between(seconds(5), seconds(90));
    x.conditions.trouble_for_all(some_trouble(x.chance), until);
    ++x.suffered.outages;
  });
  plan(around, 0, 3, [](world& x) {
    auto until = x.time.now() + x.chance.between(seconds(5), seconds(90));
    x.conditions.trouble_for(some_node(x).place(), some_trouble(x.chance), until);
  });
  plan(around, 0, 2, [](world& x) { befall(x, [](node& victim) { victim.drain(); }); });
}

void end_faults(world& around) {
  around.conditions.clear_up();
  for (auto& [run, to] : around.destinations) {
    to.kills = false;
  }
  for (auto& one : around.nodes) {
    one->crash_at_effect(0);
    one->resume();
    one->start();
  }
}

} // namespace faucet::sim
