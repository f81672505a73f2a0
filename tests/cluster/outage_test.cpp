// What becomes of runs while the history does not answer, with real actors and a real PostgreSQL.

#include "state/history/postgres_driver.hpp"
#include "tests/cluster/small_cluster.hpp"
#include "tests/own_postgres.hpp"

using namespace faucet;
using test::small_cluster;
using namespace std::chrono_literals;

namespace {

/// A history in a server that the test may stop.
class own_place final : public test::history_place {
public:
  explicit own_place(std::shared_ptr<test::own_postgres> server) : server_(std::move(server)) {
    // nop
  }

  [[nodiscard]] std::string url() const override {
    return server_->address();
  }

  std::unique_ptr<sql_driver> raw() override {
    auto opened = postgres_driver::open(url(), 10s);
    REQUIRE(opened);
    return std::move(*opened);
  }

private:
  std::shared_ptr<test::own_postgres> server_;
};

struct fragile {
  std::shared_ptr<test::own_postgres> server = std::make_shared<test::own_postgres>();
  small_cluster cluster;

  explicit fragile(std::chrono::milliseconds lease)
    : cluster(std::make_unique<own_place>(server), lease) {
    // nop
  }

  void await_running(const std::string& run) {
    auto found = cluster.await(run, [](const auto& x) { return x.status == run_status::running; });
    REQUIRE(found.status == run_status::running);
  }

  /// How often something was written down of a run.
  auto events(const std::string& run, std::string_view kind) {
    auto found = cluster.client().events().read(run, 0, 1000);
    REQUIRE(found);
    return std::ranges::count(*found, kind, &history_event::kind);
  }
};

/// Until a condition holds, or 30 seconds long.
template <class Condition>
bool soon(Condition condition) {
  auto give_up = std::chrono::steady_clock::now() + 30s;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > give_up) {
      return false;
    }
    std::this_thread::sleep_for(20ms);
  }
  return true;
}

member_view view_of(small_cluster& cluster, const member_actor& of) {
  member_view result;
  caf::scoped_actor self{cluster.system()};
  self->request(of, 20s, atom::view::value)
    .receive([&](const member_view& x) { result = x; }, [](const caf::error&) {});
  return result;
}

} // namespace

TEST_CASE("a run goes on through an outage that is shorter than its lease allows") {
  fragile x{18s};
  auto member = x.cluster.join("a");
  x.cluster.submit("r1", 200, 250);
  x.await_running("r1");
  x.server->stop_immediately();
  CHECK(soon([&] { return !view_of(x.cluster, member).history_answers; }));
  x.server->start();
  auto run = x.cluster.await_end("r1");
  CHECK(run.status == run_status::completed);
  CHECK(run.epoch == 1);
  CHECK(x.cluster.lines_of("r1") == 200);
}

TEST_CASE("an answer that takes longer than anybody waits costs no run its lease") {
  fragile x{12s};
  auto member = x.cluster.join("a");
  x.cluster.submit("r1", 200, 250);
  x.await_running("r1");
  x.server->freeze();
  CHECK(soon([&] { return !view_of(x.cluster, member).history_answers; }));
  x.server->thaw();
  auto run = x.cluster.await_end("r1");
  CHECK(run.status == run_status::completed);
  CHECK(run.epoch == 1);
}

TEST_CASE("a run whose lease could not be renewed stops, waits again and ends once") {
  fragile x{3s};
  auto member = x.cluster.join("a");
  x.cluster.submit("r1", 200, 200);
  x.await_running("r1");
  x.server->stop_immediately();
  auto idle = [&] {
    return view_of(x.cluster, member).self.in_flight <= 1 && x.cluster.executions() == 0;
  };
  CHECK(soon(idle)); // before the lease has ended, or soon behind it: nobody else works
  x.server->start();
  auto run = x.cluster.await_end("r1");
  CHECK(run.status == run_status::completed);
  CHECK(run.epoch >= 2);
  CHECK(x.cluster.lines_of("r1") == 200);
  CHECK(x.events("r1", "completed") == 1);
}

TEST_CASE("an end that came during an outage is told behind it") {
  fragile x{18s};
  x.cluster.join("a");
  x.cluster.submit("r1", 30, 300);
  x.await_running("r1");
  x.server->stop_immediately();
  CHECK(soon([&] { return x.cluster.executions() == 0; }));
  x.server->start();
  auto run = x.cluster.await_end("r1");
  CHECK(run.status == run_status::completed);
  CHECK(run.epoch == 1);
}

TEST_CASE("an execution of a run that another owns by now is dropped and counts for nothing") {
  small_cluster cluster{test::each_history_place()};
  cluster.join("a");
  cluster.submit("r1", 200, 100);
  cluster.await("r1", [](const auto& x) { return x.status == run_status::running; });
  REQUIRE(cluster.ledger().reclaim_from("a", 3)); // as if it were dead
  auto run = cluster.await_end("r1");
  CHECK(run.error.empty());
  CHECK(run.status == run_status::completed);
  CHECK(run.epoch >= 2);
  CHECK(cluster.lines_of("r1") == 200);
  auto events = cluster.client().events().read("r1", 0, 1000);
  REQUIRE(events);
  CHECK(std::ranges::count(*events, "completed", &history_event::kind) == 1);
}
