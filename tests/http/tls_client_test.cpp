#include "apps/node/http/client.hpp"
#include "tests/catch.hpp"
#include "tests/http/raw_server.hpp"
#include "tests/link/authority.hpp"
#include "tests/temp_folder.hpp"

#include <openssl/ssl.h>

#include <cstdlib>
#include <memory>

using namespace faucet;
using namespace std::chrono_literals;
using test::authority;
using test::raw_peer;
using test::raw_server;
using test::temp_folder;

namespace {

/// Serves one request over TLS, which at most is of that version, with the name that it was asked
/// for as its answer.
class tls_server {
public:
  explicit tls_server(credential_files files, int newest = TLS1_3_VERSION)
    : files_(std::move(files)), newest_(newest), server_([this](raw_peer& peer) { serve(peer); }) {
    // nop
  }

  [[nodiscard]] std::string port() const {
    auto url = server_.url();
    return url.substr(url.rfind(':'));
  }

private:
  void serve(raw_peer& peer) const {
    std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> place{::SSL_CTX_new(::TLS_server_method()),
                                                       ::SSL_CTX_free};
    ::SSL_CTX_set_security_level(place.get(), 0);
    ::SSL_CTX_set_max_proto_version(place.get(), newest_);
    ::SSL_CTX_use_certificate_file(place.get(), files_.certificate.c_str(), SSL_FILETYPE_PEM);
    ::SSL_CTX_use_PrivateKey_file(place.get(), files_.key.c_str(), SSL_FILETYPE_PEM);
    std::unique_ptr<SSL, void (*)(SSL*)> session{::SSL_new(place.get()), ::SSL_free};
    ::SSL_set_fd(session.get(), peer.fd());
    if (::SSL_accept(session.get()) != 1) {
      return;
    }
    std::string head;
    char c = 0;
    while (!head.ends_with("\r\n\r\n") && ::SSL_read(session.get(), &c, 1) == 1) {
      head += c;
    }
    const auto* name = ::SSL_get_servername(session.get(), TLSEXT_NAMETYPE_host_name);
    std::string body = name == nullptr ? "no name" : name;
    auto reply =
      "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    ::SSL_write(session.get(), reply.data(), static_cast<int>(reply.size()));
    ::SSL_shutdown(session.get());
  }

  credential_files files_;
  int newest_;
  raw_server server_;
};

/// Has this process trust a CA, and no other.
void trust(const credential_files& files) {
  ::setenv("SSL_CERT_FILE", files.ca.c_str(), 1);
  ::setenv("SSL_CERT_DIR", "/nonexistent", 1);
}

std::string failure_of(const std::string& host, const std::string& port) {
  auto answer = call_http({.url = "https://" + host + port, .addresses = {"127.0.0.1"}});
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == ec::unavailable);
  CHECK(answer.error().which == host + port);
  return answer.error().what;
}

} // namespace

TEST_CASE("over https a server is asked by its name, and proves it") {
  temp_folder folder;
  authority known{folder, "known"};
  auto files = known.issue("server", "DNS:node.example,IP:127.0.0.1");
  trust(files);
  auto [host, heard] = GENERATE(table<std::string, std::string>({
    {"node.example", "node.example"},
    {"127.0.0.1", "no name"},
  }));
  auto newest = GENERATE(TLS1_2_VERSION, TLS1_3_VERSION);
  tls_server server{files, newest};
  auto answer = call_http({.url = "https://" + host + server.port(), .addresses = {"127.0.0.1"}});
  if (!answer) {
    FAIL(render(answer.error()));
  }
  CHECK(answer->body == heard);
}

TEST_CASE("a server that proves another name, or by a stranger, is not talked to") {
  temp_folder folder;
  authority known{folder, "known"};
  authority foreign{folder, "foreign"};
  auto files = known.issue("server", "DNS:node.example");
  trust(files);
  {
    tls_server server{files};
    CHECK_THAT(failure_of("other.example", server.port()),
               Catch::StartsWith("its certificate is refused: hostname mismatch"));
  }
  {
    tls_server server{files};
    CHECK_THAT(failure_of("127.0.0.1", server.port()),
               Catch::StartsWith("its certificate is refused: IP address mismatch"));
  }
  {
    tls_server server{foreign.issue("server", "DNS:node.example")};
    CHECK_THAT(failure_of("node.example", server.port()),
               Catch::StartsWith("its certificate is refused: "));
  }
  {
    tls_server server{known.self_signed("self", "DNS:node.example")};
    CHECK_THAT(failure_of("node.example", server.port()),
               Catch::StartsWith("its certificate is refused: "));
  }
}

TEST_CASE("a server that speaks an old TLS, or none, is not talked to") {
  temp_folder folder;
  authority known{folder, "known"};
  auto files = known.issue("server", "DNS:node.example");
  trust(files);
  tls_server old{files, TLS1_1_VERSION};
  CHECK_THAT(failure_of("node.example", old.port()), Catch::StartsWith("no agreement on TLS: "));
  raw_server plain{[](raw_peer& peer) {
    peer.send("HTTP/1.1 200 OK\r\n\r\n");
    peer.wait_for_its_end();
  }};
  CHECK_THAT(failure_of("node.example", plain.url().substr(plain.url().rfind(':'))),
             Catch::StartsWith("no agreement on TLS: "));
}

TEST_CASE("a server that stalls within the handshake costs a client the time to connect") {
  raw_server server{[](raw_peer& peer) { peer.wait_for_its_end(); }};
  auto answer = call_http({.url = server.url("https"), .connect_time = 50ms});
  REQUIRE_FALSE(answer);
  CHECK(answer.error().what == "no agreement on TLS: nothing within 50 ms");
}
