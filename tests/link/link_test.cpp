#include "tests/http/raw_client.hpp"
#include "tests/link/listening_node.hpp"

#include <poll.h>

#include <filesystem>
#include <iterator>

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

size_t open_descriptors() {
  std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(all), end(all)));
}

/// The descriptors once they are so few, or after ten seconds.
size_t descriptors_down_to(size_t few) {
  auto give_up = std::chrono::steady_clock::now() + 10s;
  while (open_descriptors() > few && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(5ms);
  }
  return open_descriptors();
}

} // namespace

TEST_CASE("two nodes learn who the other is, and what follows the hello is left for the link") {
  listening_node b("b");
  auto dialling = dial_link(b.place(), nullptr, hello_of("a", "b"), {});
  REQUIRE(dialling);
  CHECK(dialling->peer.instance == "b");
  auto dialled_side = b.next_welcome();
  REQUIRE(dialled_side);
  CHECK(dialled_side->peer.instance == "a");
  CHECK(dialled_side->peer.mesh == "127.0.0.1:9");
  CHECK(dialled_side->peer.purpose == link_purpose::stay);
  REQUIRE(::send(dialling->socket.get(), "more", 4, 0) == 4);
  char text[5] = {};
  pollfd one{dialled_side->socket.get(), POLLIN, 0};
  REQUIRE(::poll(&one, 1, 5000) == 1);
  CHECK(::recv(dialled_side->socket.get(), text, 4, 0) == 4);
  CHECK(std::string(text) == "more");
}

TEST_CASE("the node with the greater name is told that it will be dialled, and is known") {
  listening_node a("a");
  CHECK(dialled(a.place(), nullptr, hello_of("b"))
        == "dials by itself, for its name is the lesser");
  auto guest = a.next_welcome();
  REQUIRE(guest);
  CHECK(guest->peer.purpose == link_purpose::knock);
  CHECK(guest->peer.instance == "b");
  CHECK(guest->peer.mesh == "127.0.0.1:9");
}

TEST_CASE("a node that dials itself notices") {
  listening_node a("a");
  CHECK(dialled(a.place(), nullptr, hello_of("a")) == "is this node itself");
  CHECK(a.next_refusal() == "is this node itself");
}

TEST_CASE("a node that finds another than it looked for says whom") {
  listening_node c("c");
  CHECK(dialled(c.place(), nullptr, hello_of("a", "b")) == "is node c, not node b");
  CHECK(c.next_refusal() == "looks for node b");
}

TEST_CASE("a probe tells who is there from nobody and from silence") {
  endpoint gone;
  {
    listening_node c("c");
    gone = c.place();
    CHECK(probe_node(c.place(), nullptr, hello_of("a", "c"), {}) == probe_outcome::present);
    CHECK(probe_node(c.place(), nullptr, hello_of("a", "b"), {}) == probe_outcome::other);
    CHECK(probe_node(c.place(), nullptr, hello_of("c", "b"), {}) == probe_outcome::other);
    for (const auto* who : {"a", "a", "c"}) {
      auto guest = c.next_welcome();
      REQUIRE(guest);
      CHECK(guest->peer.purpose == link_purpose::probe);
      CHECK(guest->peer.instance == who);
    }
  }
  CHECK(probe_node(gone, nullptr, hello_of("a", "c"), {}) == probe_outcome::refused);
  CHECK(dialled(gone, nullptr, hello_of("a")) == "nothing listens there");
}

TEST_CASE("a peer that accepts and says nothing costs no more than the time it may take") {
  file_descriptor mute(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::bind(mute.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
  REQUIRE(::listen(mute.get(), 8) == 0);
  socklen_t size = sizeof(address);
  REQUIRE(::getsockname(mute.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
  endpoint place{"127.0.0.1", ntohs(address.sin_port)};
  auto begun = std::chrono::steady_clock::now();
  CHECK(dialled(place, nullptr, hello_of("a"), {.connect = 1s, .handshake = 100ms})
        == "did not finish the hello in time");
  CHECK(std::chrono::steady_clock::now() - begun < 1s);
  CHECK(probe_node(place, nullptr, hello_of("a", "b"), {.connect = 1s, .handshake = 100ms})
        == probe_outcome::unknown);
}

TEST_CASE("a host that does not exist is an error that names it") {
  auto outcome = dialled({"nowhere.invalid", 1}, nullptr, hello_of("a"), {.connect = 500ms});
  CHECK((outcome.starts_with("the host is not known: ")
         || outcome == "the host was not found in time"));
}

TEST_CASE("whoever is no node of a mesh is turned away at its first wrong byte") {
  listening_node b("b", nullptr, 60s);
  raw_client browser(b.place().port);
  REQUIRE(browser.send("GET / HTTP/1.1\r\n\r\n"));
  CHECK(browser.read_all().empty());
  CHECK(b.next_refusal() == "is another program, not a node of a mesh");
  raw_client flood(b.place().port);
  flood.send(std::string(1'000'000, 'x'));
  flood.read_all();
  CHECK(b.next_refusal() == "is another program, not a node of a mesh");
  CHECK(dialled(b.place(), nullptr, hello_of("a")) == "b");
}

TEST_CASE("a peer of another version is told which one is spoken here") {
  listening_node b("b");
  auto bytes = *encode(hello_of("a"));
  bytes[9] = 7;
  raw_client newer(b.place().port);
  REQUIRE(newer.send(bytes));
  auto answer = decode_hello(newer.read_all());
  REQUIRE(answer);
  CHECK(answer->verdict == link_verdict::other_version);
  CHECK(b.next_refusal() == "speaks version 7 between nodes, this node version 1");
}

TEST_CASE("a peer that sends byte by byte has no longer than one that sends nothing") {
  listening_node b("b", nullptr, 300ms);
  auto bytes = *encode(hello_of("a"));
  auto begun = std::chrono::steady_clock::now();
  raw_client dripping(b.place().port);
  for (char c : bytes) {
    if (!dripping.send({&c, 1})) {
      break;
    }
    std::this_thread::sleep_for(5ms);
  }
  CHECK(b.next_refusal() == "did not finish the hello in time");
  CHECK(std::chrono::steady_clock::now() - begun < 2s);
}

TEST_CASE("a peer that goes in the middle of its hello is forgotten") {
  listening_node b("b");
  {
    raw_client leaving(b.place().port);
    REQUIRE(leaving.send(encode(hello_of("a"))->substr(0, 20)));
  }
  CHECK(b.next_refusal() == "closed the connection");
}

TEST_CASE("two hundred connections that say nothing keep no node out, and cost nothing later") {
  auto before = open_descriptors();
  {
    listening_node b("b", nullptr, 500ms, 64);
    std::vector<raw_client> idle;
    for (int i = 0; i < 200; ++i) {
      idle.emplace_back(b.place().port);
    }
    CHECK(dialled(b.place(), nullptr, hello_of("a")) == "b");
    for (int i = 0; i < 200; ++i) {
      CHECK_THAT(b.next_refusal(), Catch::StartsWith("did not finish the hello"));
    }
    idle.clear();
    CHECK(dialled(b.place(), nullptr, hello_of("a")) == "b");
  }
  CHECK(descriptors_down_to(before) == before);
}

TEST_CASE("an address that is taken, or is not this machine's, is an error that names it") {
  listening_node b("b");
  auto second = listen_at(b.place());
  REQUIRE_FALSE(second);
  CHECK(render(second.error())
        == to_string(b.place()) + ": cannot be listened at: Address already in use");
  auto foreign = listen_at({"192.0.2.1", 0});
  REQUIRE_FALSE(foreign);
  CHECK_THAT(foreign.error().what, Catch::StartsWith("cannot be listened at"));
}

TEST_CASE("refused dials leave no descriptor open") {
  endpoint gone = listening_node("b").place();
  auto before = open_descriptors();
  for (int i = 0; i < 50; ++i) {
    dialled(gone, nullptr, hello_of("a"));
  }
  CHECK(descriptors_down_to(before) == before);
}
