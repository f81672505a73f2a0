#include "cluster/link/listener.hpp"
#include "cluster/link/socket_address.hpp"
#include "tests/cluster/meshed_node.hpp"
#include "tests/link/authority.hpp"

#include <netinet/in.h>
#include <sys/socket.h>

using namespace faucet;
using namespace faucet::test;

namespace {

/// A history for several nodes, and what a client does with it.
class shared_history {
public:
  explicit shared_history(std::unique_ptr<history_place> place = make_history_place("sqlite"))
    : place_(std::move(place)), client_(place_->open()) {
    // nop
  }

  [[nodiscard]] history_place& place() {
    return *place_;
  }

  /// Stores a run that writes ten numbers each `delay` milliseconds.
  void submit(const std::string& run, int rows, int delay) {
    new_run fresh;
    fresh.run = run;
    fresh.config_format = "yaml";
    fresh.config =
      "version: 1\nname: " + run + "\npipeline:\n  source: {type: generate, config: {rows: "
      + std::to_string(rows) + ", batch_size: 10, page_delay_ms: " + std::to_string(delay)
      + "}}\n  sink: {type: jsonl, config: {path: '" + (folder_ / (run + ".jsonl")).string()
      + "'}}\n";
    REQUIRE(client_->ledger().submit({&fresh, 1}));
  }

  run_record record(const std::string& run) {
    auto found = client_->ledger().find(run);
    REQUIRE(found);
    REQUIRE(*found);
    return **found;
  }

  bool owned_by(const std::string& run, const std::string& owner,
                std::chrono::seconds patience = 20s) {
    return eventually([&] { return record(run).owner == owner; }, patience);
  }

  /// Whichever of two nodes has claimed a run, and the other one.
  std::pair<meshed_node&, meshed_node&> owner_and_other(const std::string& run, meshed_node& a,
                                                        meshed_node& b) {
    REQUIRE(eventually([&] { return record(run).status == run_status::running; }));
    auto is_first = record(run).owner == a.instance();
    return {is_first ? a : b, is_first ? b : a};
  }

  run_ledger& ledger() {
    return client_->ledger();
  }

private:
  temp_folder folder_;
  std::unique_ptr<history_place> place_;
  std::unique_ptr<history> client_;
};

bool are_linked(meshed_node& a, meshed_node& b) {
  return eventually([&] { return a.talks_to(b) && b.talks_to(a); });
}

void kick(const meshed_node& node) {
  caf::anon_send(node.own_member(), atom::kick::value, std::string("default"));
}

/// Breaks off every connection of this process that one end of is bound to a port.
void cut_links_of(uint16_t port) {
  for (int fd = 3; fd < 1024; ++fd) {
    sockaddr_in own{};
    socklen_t size = sizeof(own);
    sockaddr_in peer{};
    socklen_t peer_size = sizeof(peer);
    if (::getsockname(fd, reinterpret_cast<sockaddr*>(&own), &size) == 0
        && own.sin_family == AF_INET && ntohs(own.sin_port) == port
        && ::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &peer_size) == 0) {
      ::shutdown(fd, SHUT_RDWR);
    }
  }
}

} // namespace

TEST_CASE("members find each other through the history, and a full one kicks one with room",
          "[mesh]") {
  shared_history history{each_history_place()};
  meshed_node a(history.place(), "a", 1);
  meshed_node b(history.place(), "b", 1);
  REQUIRE(are_linked(a, b));
  history.submit("r1", 100'000, 20);
  kick(a);
  auto [full, other] = history.owner_and_other("r1", a, b);
  auto begun = std::chrono::steady_clock::now();
  history.submit("r2", 10, 0);
  kick(full);
  CHECK(history.owned_by("r2", other.instance()));
  CHECK(std::chrono::steady_clock::now() - begun < 20s);
}

TEST_CASE("a cancel told to a node that does not own the run reaches its owner at once", "[mesh]") {
  shared_history history{each_history_place()};
  meshed_node a(history.place(), "a");
  meshed_node b(history.place(), "b");
  REQUIRE(are_linked(a, b));
  history.submit("r1", 100'000, 20);
  kick(a);
  auto [owner, other] = history.owner_and_other("r1", a, b);
  auto begun = std::chrono::steady_clock::now();
  REQUIRE(history.ledger().request_cancel("r1", "ann"));
  caf::anon_send(other.own_member(), atom::cancel::value, std::string("r1"));
  CHECK(eventually([&] { return history.record("r1").status == run_status::cancelled; }));
  CHECK(history.record("r1").owner == owner.instance());
  CHECK(std::chrono::steady_clock::now() - begun < 20s);
}

TEST_CASE("the run of a member that died goes on elsewhere long before its lease ends", "[mesh]") {
  shared_history history{each_history_place()};
  meshed_node a(history.place(), "a");
  meshed_node b(history.place(), "b");
  meshed_node c(history.place(), "c", 4);
  REQUIRE(are_linked(a, b));
  REQUIRE(are_linked(a, c));
  REQUIRE(are_linked(b, c));
  history.submit("r1", 100'000, 20);
  kick(a);
  REQUIRE(eventually([&] { return history.record("r1").status == run_status::running; }));
  auto owner = history.record("r1").owner;
  auto& dead = owner == "a" ? a : owner == "b" ? b : c;
  auto begun = std::chrono::steady_clock::now();
  dead.die();
  REQUIRE(eventually([&] { return history.record("r1").epoch == 2; }, 25s));
  CHECK(std::chrono::steady_clock::now() - begun < 25s);
  auto run = history.record("r1");
  CHECK(run.owner != owner);
  CHECK(run.lost_attempts == 1);
}

TEST_CASE("a link that was cut comes back, and nobody takes the runs of who still lives",
          "[mesh]") {
  shared_history history;
  meshed_node a(history.place(), "a");
  meshed_node b(history.place(), "b");
  REQUIRE(are_linked(a, b));
  history.submit("r1", 100'000, 20);
  kick(b);
  auto [owner, other] = history.owner_and_other("r1", a, b);
  for (int i = 0; i < 5; ++i) {
    cut_links_of(b.place().port);
    CHECK(are_linked(a, b));
  }
  CHECK(history.record("r1").owner == owner.instance());
  CHECK(history.record("r1").epoch == 1);
}

TEST_CASE("nodes that a person names find each other without a history between them", "[mesh]") {
  shared_history one;
  shared_history other;
  meshed_node b(one.place(), "b");
  mesh_settings settings{{"127.0.0.1", 0}, {"127.0.0.1", 0}, {b.place()}, {}};
  meshed_node c(other.place(), "c", 4, settings);
  meshed_node a(other.place(), "a", 4, settings);
  CHECK(are_linked(b, c));
  CHECK(are_linked(a, b));
  CHECK(are_linked(a, c));
}

TEST_CASE("a node that is named to itself notices, once, and goes on", "[mesh]") {
  shared_history history;
  endpoint own{"127.0.0.1", bound_port(listen_at({"127.0.0.1", 0})->get())};
  meshed_node a(history.place(), "a", 4, {own, own, {own}, {}});
  CHECK(eventually([&] { return a.warnings().find("is this node itself") != std::string::npos; }));
  meshed_node b(history.place(), "b");
  CHECK(are_linked(a, b));
}

TEST_CASE("an encrypted mesh carries the same, and lets nobody in whom another CA vouches for",
          "[mesh]") {
  shared_history history;
  temp_folder folder;
  authority ca(folder, "ours");
  authority foreign(folder, "foreign");
  auto with = [](credential_files files) {
    return mesh_settings{{"127.0.0.1", 0}, {"127.0.0.1", 0}, {}, std::move(files)};
  };
  meshed_node a(history.place(), "a", 1, with(ca.issue("a", "IP:127.0.0.1")));
  meshed_node b(history.place(), "b", 1, with(ca.issue("b", "IP:127.0.0.1")));
  meshed_node stranger(history.place(), "c", 0, with(foreign.issue("c", "IP:127.0.0.1")));
  REQUIRE(are_linked(a, b));
  CHECK(eventually([&] {
    return stranger.warnings().find("its certificate is not accepted") != std::string::npos;
  }));
  CHECK_FALSE(stranger.talks_to(a));
  CHECK(a.port_of("c") == port_state::unknown);
  history.submit("r1", 100'000, 20);
  kick(a);
  auto [full, other] = history.owner_and_other("r1", a, b);
  history.submit("r2", 10, 0);
  kick(full);
  CHECK(history.owned_by("r2", other.instance()));
}

TEST_CASE("a member that drains says goodbye, is kicked no more and leaves", "[mesh]") {
  shared_history history;
  meshed_node a(history.place(), "a", 1);
  meshed_node b(history.place(), "b");
  REQUIRE(are_linked(a, b));
  CHECK(b.drain());
  CHECK(eventually([&] { return a.port_of("b") == port_state::refused; }));
  history.submit("r1", 10, 0);
  kick(a);
  CHECK(eventually([&] { return history.record("r1").status == run_status::completed; }));
  CHECK(history.record("r1").owner == "a");
}

TEST_CASE("a probe tells a node that lives from one that is gone and from one nobody knows",
          "[mesh]") {
  shared_history history;
  meshed_node a(history.place(), "a");
  meshed_node b(history.place(), "b");
  REQUIRE(are_linked(a, b));
  CHECK(a.port_of("b") == port_state::answers);
  CHECK(a.port_of("nobody") == port_state::unknown);
  b.die();
  CHECK(eventually([&] { return a.port_of("b") == port_state::refused; }));
}
