#include "tests/catch.hpp"
#include "tests/sim/world.hpp"

#include <set>

using namespace faucet::sim;
using namespace faucet;
using namespace std::chrono_literals;

// How soon things happen in a cluster in which nothing goes wrong but what the test does.

namespace {

struct calm_cluster {
  world around;

  explicit calm_cluster(bool mesh = true) : around(settings(mesh)) {
    for (std::size_t place = 0; place < 3; ++place) {
      around.nodes.push_back(std::make_unique<node>(
        around,
        node_settings{place, own_clock{static_cast<int64_t>(place) * 1000, 0}, 2, {"default"}}));
    }
    for (auto& one : around.nodes) {
      one->start();
    }
    around.mesh.begin();
    pass(60s);
  }

  static life_settings settings(bool mesh) {
    life_settings chosen;
    chosen.mesh = mesh;
    return chosen;
  }

  void pass(virtual_time length) {
    auto end = around.time.now() + length;
    while (around.time.now() < end) {
      around.time.advance();
    }
  }

  /// A run of many pages, handed to the first node.
  void submit(const std::string& run) {
    destination work;
    work.pages = 100'000;
    around.destinations[run] = work;
    around.nodes[0]->submit(run, "default");
  }

  /// How long it takes until the ledger says so of a run; a minute and more counts as a minute.
  template <class Condition>
  virtual_time until(const std::string& run, Condition holds) {
    auto begin = around.time.now();
    while (around.time.now() - begin < 60s) {
      around.time.advance();
      if (const auto* row = around.ledger.row(run); row && holds(row->record)) {
        break;
      }
    }
    CHECK(around.seen.violation().value_or("") == "");
    return around.time.now() - begin;
  }

  virtual_time until_owned(const std::string& run, uint64_t epoch = 1) {
    return until(run, [epoch](const run_record& x) {
      return x.status == run_status::running && x.epoch == epoch;
    });
  }

  node& owner_of(const std::string& run) {
    return *around.find(around.ledger.row(run)->record.owner);
  }
};

} // namespace

TEST_CASE("a submitted run is claimed within milliseconds") {
  calm_cluster x;
  x.submit("run 0");
  CHECK(x.until_owned("run 0") < 20ms);
}

TEST_CASE("where the node that was asked has no room, another one claims within milliseconds") {
  calm_cluster x;
  for (const auto* run : {"run 0", "run 1", "run 2"}) {
    x.submit(run);
    CHECK(x.until_owned(run) < 40ms);
  }
  std::set<const node*> owners;
  for (const auto* run : {"run 0", "run 1", "run 2"}) {
    owners.insert(&x.owner_of(run));
  }
  CHECK(owners.size() > 1);
}

TEST_CASE("the runs of a node that is killed are another's within three seconds") {
  for (auto later : {0ms, 250ms, 500ms, 750ms}) {
    calm_cluster x;
    x.submit("run 0");
    x.until_owned("run 0");
    x.pass(5s + later);
    x.owner_of("run 0").crash();
    CHECK(x.until_owned("run 0", 2) < 3s);
  }
}

TEST_CASE("without a mesh the lease and a tick decide when a killed node's runs are another's") {
  calm_cluster x(false);
  x.submit("run 0");
  x.until_owned("run 0");
  x.pass(5s);
  x.owner_of("run 0").crash();
  auto time = x.until_owned("run 0", 2);
  CHECK(time > 15s);
  CHECK(time < 45s);
}

TEST_CASE("a cancel on another node reaches the owner within milliseconds, and without a mesh by "
          "the poll") {
  for (auto mesh : {true, false}) {
    calm_cluster x(mesh);
    x.submit("run 0");
    x.until_owned("run 0");
    x.pass(5s);
    auto* other = x.around.nodes[0]->instance() == x.owner_of("run 0").instance()
                    ? x.around.nodes[1].get()
                    : x.around.nodes[0].get();
    other->cancel("run 0");
    auto time = x.until("run 0", [](const run_record& y) { return is_terminal(y.status); });
    // One page and a flush are within that.
    CHECK(time < (mesh ? 1200ms : 3200ms));
  }
}

TEST_CASE("a node that leaves hands its runs over within its graces") {
  calm_cluster x;
  x.submit("run 0");
  x.until_owned("run 0");
  auto& owner = x.owner_of("run 0");
  owner.drain();
  x.pass(x.around.settings.timing.drain_grace);
  CHECK(x.until_owned("run 0", 2) < 45s);
  CHECK(x.around.ledger.row("run 0")->record.lost_attempts == 0);
}
