#include "tests/http/raw_client.hpp"
#include "tests/link/authority.hpp"
#include "tests/link/listening_node.hpp"

#include <openssl/ssl.h>
#include <poll.h>

#include <filesystem>
#include <thread>

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

const std::string here = "IP:127.0.0.1";

/// A CA, and a node with a certificate of its.
struct secured {
  temp_folder folder;
  authority ca{folder, "ours"};
  authority foreign{folder, "foreign"};
  std::shared_ptr<link_credentials> b_credentials = ca.credentials("b", here);
  listening_node b{"b", b_credentials};

  std::string dial(const std::shared_ptr<link_credentials>& credentials,
                   const link_hello& own = hello_of("a")) {
    return dialled(b.place(), context_of(credentials), own);
  }
};

} // namespace

TEST_CASE("nodes with certificates of one CA are let in, over TLS 1.3, without tickets") {
  secured x;
  auto link = dial_link(x.b.place(), x.ca.credentials("a", here)->current(), hello_of("a"), {});
  REQUIRE(link);
  CHECK(link->peer.instance == "b");
  REQUIRE(link->session);
  CHECK(std::string(SSL_get_version(link->session.get())) == "TLSv1.3");
  auto guest = x.b.next_welcome();
  REQUIRE(guest);
  CHECK(guest->peer.instance == "a");
  char text[5] = {};
  REQUIRE(SSL_write(guest->session.get(), "more", 4) == 4);
  pollfd one{link->socket.get(), POLLIN, 0};
  REQUIRE(::poll(&one, 1, 5000) == 1);
  CHECK(SSL_read(link->session.get(), text, 4) == 4);
  CHECK_FALSE(SSL_SESSION_has_ticket(SSL_get_session(link->session.get())));
}

TEST_CASE("a peer that is gone is an error of what is written to it, and no signal") {
  secured x;
  auto link = dial_link(x.b.place(), x.ca.credentials("a", here)->current(), hello_of("a"), {});
  REQUIRE(link);
  REQUIRE(x.b.next_welcome()); // and closed at once
  auto outcome = 1;
  for (int i = 0; i < 1000 && outcome > 0; ++i) {
    outcome = SSL_write(link->session.get(), "more", 4);
    std::this_thread::sleep_for(1ms);
  }
  CHECK(outcome <= 0);
}

TEST_CASE("a node whose certificate another CA signed gets nothing") {
  secured x;
  auto files = x.foreign.issue("a", here);
  files.ca = (x.folder / "ours-ca.pem").string();
  auto mixed = link_credentials::open(files);
  REQUIRE(mixed);
  CHECK(x.dial(*mixed) == "does not accept the certificate shown to it");
  CHECK_THAT(x.b.next_refusal(), Catch::StartsWith("its certificate is not accepted: "));
}

TEST_CASE("a node that trusts another CA does not let itself be talked to") {
  secured x;
  CHECK_THAT(x.dial(x.foreign.credentials("a", here)),
             Catch::StartsWith("its certificate is not accepted: "));
  CHECK(x.b.next_refusal() == "does not accept the certificate shown to it");
}

TEST_CASE("a certificate that signed itself is not accepted") {
  secured x;
  auto own = link_credentials::open(x.ca.self_signed("a", here));
  REQUIRE(own);
  CHECK(x.dial(*own) == "does not accept the certificate shown to it");
  CHECK_THAT(x.b.next_refusal(), Catch::Contains("self-signed certificate"));
}

TEST_CASE("a node without a certificate gets nothing") {
  secured x;
  tls_context_ptr bare(SSL_CTX_new(TLS_method()), SSL_CTX_free);
  REQUIRE(SSL_CTX_load_verify_file(bare.get(), (x.folder / "ours-ca.pem").c_str()) == 1);
  CHECK(dialled(x.b.place(), bare, hello_of("a")) == "does not accept the certificate shown to it");
  CHECK(x.b.next_refusal() == "showed no certificate");
}

TEST_CASE("a certificate counts only for the address that was dialled") {
  temp_folder folder;
  authority ca(folder, "ours");
  auto a = ca.credentials("a", here);
  listening_node other_address("b", ca.credentials("b", "IP:127.0.0.2,DNS:node-b"));
  CHECK(dialled(other_address.place(), a->current(), hello_of("a"))
        == "its certificate is not accepted: IP address mismatch");
  CHECK(dialled({"localhost", other_address.place().port}, a->current(), hello_of("a"))
        == "its certificate is not accepted: hostname mismatch");
  listening_node named("b", ca.credentials("b", "DNS:localhost"));
  CHECK(dialled({"localhost", named.place().port}, a->current(), hello_of("a")) == "b");
  listening_node by_common_name("b", ca.credentials("localhost", here));
  CHECK(dialled({"localhost", by_common_name.place().port}, a->current(), hello_of("a"))
        == "its certificate is not accepted: hostname mismatch");
}

TEST_CASE("a node that does not encrypt and one that does understand that they differ") {
  secured x;
  CHECK_FALSE(dial_link(x.b.place(), nullptr, hello_of("a"), {}));
  CHECK(x.b.next_refusal() == "does not speak TLS");
  listening_node open("c");
  CHECK_THAT(dialled(open.place(), x.ca.credentials("a", here)->current(), hello_of("a")),
             Catch::Equals("closed the connection") || Catch::Equals("Connection reset by peer"));
  CHECK(open.next_refusal() == "is another program, not a node of a mesh");
}

TEST_CASE("an older TLS is refused") {
  secured x;
  auto older = x.ca.credentials("a", here)->current();
  SSL_CTX_set_min_proto_version(older.get(), TLS1_2_VERSION);
  SSL_CTX_set_max_proto_version(older.get(), TLS1_2_VERSION);
  CHECK_FALSE(dial_link(x.b.place(), older, hello_of("a"), {}));
  CHECK(x.b.next_refusal() == "does not speak TLS 1.3");
}

TEST_CASE("garbage and silence on an encrypted port end where they begin") {
  temp_folder folder;
  authority ca(folder, "ours");
  listening_node b("b", ca.credentials("b", here), 200ms);
  raw_client silent(b.place().port);
  CHECK(b.next_refusal() == "did not finish the TLS handshake in time");
  raw_client noisy(b.place().port);
  noisy.send(std::string(100'000, '\xff'));
  CHECK(b.next_refusal() == "does not speak TLS");
  CHECK(dialled(b.place(), ca.credentials("a", here)->current(), hello_of("a")) == "b");
}

TEST_CASE("a node refused after TLS is told why, as without it") {
  secured x;
  CHECK(x.dial(x.ca.credentials("a", here), hello_of("a", "c")) == "is node b, not node c");
  CHECK(x.b.next_refusal() == "looks for node c");
}

TEST_CASE("certificates that were replaced are used from the next link on") {
  secured x;
  auto files = x.foreign.issue("b", here);
  auto next_a = x.foreign.credentials("a", here);
  CHECK_THAT(x.dial(next_a), Catch::StartsWith("its certificate is not accepted"));
  for (const auto* end : {"-ca.pem", "-b.pem", "-b.key"}) {
    std::filesystem::copy_file(x.folder / ("foreign" + std::string(end)),
                               x.folder / ("ours" + std::string(end)),
                               std::filesystem::copy_options::overwrite_existing);
  }
  CHECK_THAT(x.dial(next_a), Catch::StartsWith("its certificate is not accepted"));
  REQUIRE(x.b_credentials->read_again());
  CHECK(x.dial(next_a) == "b");
}

TEST_CASE("credentials that cannot be read later leave the old ones in use and say so") {
  secured x;
  std::filesystem::remove(x.folder / "ours-b.key");
  auto again = x.b_credentials->read_again();
  REQUIRE_FALSE(again);
  CHECK(render(again.error())
        == (x.folder / "ours-b.key").string()
             + ": the key cannot be read: No such file or directory; the credentials read before "
               "stay in use");
  CHECK(x.dial(x.ca.credentials("a", here)) == "b");
}

TEST_CASE("credentials that are none are refused with the file and the reason") {
  temp_folder folder;
  authority ca(folder, "ours");
  auto good = ca.issue("b", here);
  auto other_key = ca.issue("c", here).key;
  folder.write("junk", "not a certificate");
  folder.write("empty", "");
  auto junk = (folder / "junk").string();
  auto empty = (folder / "empty").string();
  auto why = [](const credential_files& files) {
    auto opened = link_credentials::open(files);
    return opened ? std::string("accepted") : render(opened.error());
  };
  CHECK(why(good) == "accepted");
  CHECK_THAT(why({junk, good.certificate, good.key}),
             Catch::StartsWith(junk + ": holds no CA certificate in PEM: "));
  CHECK_THAT(why({good.ca, junk, good.key}),
             Catch::StartsWith(junk + ": holds no certificate in PEM: "));
  CHECK_THAT(why({good.ca, good.certificate, empty}),
             Catch::StartsWith(empty + ": holds no key in PEM"));
  CHECK_THAT(why({good.ca, good.certificate, other_key}),
             Catch::StartsWith(other_key + ": holds no key in PEM")
               && Catch::Contains("key values mismatch"));
  CHECK(why({good.ca, folder.path().string(), good.key})
        == folder.path().string() + ": the certificate cannot be read: Is a directory");
  CHECK(why({"", good.certificate, good.key})
        == "the CA cannot be read: No such file or directory");
}
