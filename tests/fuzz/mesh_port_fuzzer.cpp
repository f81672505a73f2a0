// The mesh port before anybody is known, over a real connection: whatever comes, it is closed at
// once or answered with a hello, nothing gets in that did not say who it is, and others are still
// greeted.

#include "cluster/link/listener.hpp"
#include "cluster/link/socket_address.hpp"
#include "tests/fuzz/next_address.hpp"
#include "tests/http/raw_client.hpp"

#include <cstdlib>

namespace {

using namespace faucet;

struct greeter {
  uint16_t port = 0;
  link_listener listener;
};

void look_at(const open_link& link) {
  if (link.peer.purpose == link_purpose::probe) {
    return; // who only looks may be anybody
  }
  if (link.peer.instance.empty() || link.peer.instance.size() > link_hello::most_instance
      || link.peer.instance == "here" || link.peer.version != link_hello::current_version) {
    std::abort();
  }
}

greeter& here() {
  static auto started = [] {
    auto socket = listen_at({"127.0.0.1", 0});
    if (!socket) {
      std::abort();
    }
    auto port = bound_port(socket->get());
    auto listener = link_listener::start(std::move(*socket), {.instance = "here"},
                                         {[](const open_link& link) { look_at(link); },
                                          [](const error& why) {
                                            if (why.what.empty()) {
                                              std::abort();
                                            }
                                          }});
    if (!listener) {
      std::abort();
    }
    return greeter{port, std::move(*listener)};
  }();
  return started;
}

/// What comes back when somebody says this and nothing more.
std::string answer_to(std::string_view bytes) {
  test::raw_client client{here().port, test::next_address()};
  client.send(bytes);
  client.finish();
  return client.read_all();
}

bool greets() {
  link_hello hello{.purpose = link_purpose::probe, .instance = "there", .mesh = "127.0.0.1:9"};
  auto answer = decode_hello(answer_to(*encode(hello)));
  return answer && answer->verdict == link_verdict::accepted && answer->instance == "here";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto answer = answer_to({reinterpret_cast<const char*>(data), size});
  if (!answer.empty() && !decode_hello(answer)) {
    std::abort();
  }
  static size_t inputs = 0;
  if (++inputs % 64 == 1 && !greets()) {
    std::abort();
  }
  return 0;
}
