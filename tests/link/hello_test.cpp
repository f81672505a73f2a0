#include "cluster/link/hello.hpp"
#include "tests/link/listening_node.hpp"

using namespace faucet;
using namespace faucet::test;

TEST_CASE("a hello arrives as it was sent and always has the same size") {
  auto sent = hello_of("a", "b");
  sent.purpose = link_purpose::knock;
  sent.verdict = link_verdict::wrong_side;
  auto bytes = encode(sent);
  REQUIRE(bytes);
  CHECK(bytes->size() == link_hello::size);
  auto read = decode_hello(*bytes);
  REQUIRE(read);
  CHECK(read->purpose == sent.purpose);
  CHECK(read->verdict == sent.verdict);
  CHECK(read->instance == "a");
  CHECK(read->wanted == "b");
  CHECK(read->mesh == "127.0.0.1:9");
}

TEST_CASE("a hello whose texts do not fit is not sent") {
  CHECK_FALSE(encode(hello_of(std::string(65, 'a'))));
  CHECK_FALSE(encode(hello_of("a b")));
  auto far = hello_of("a");
  far.mesh = std::string(300, 'a');
  CHECK_FALSE(encode(far));
}

TEST_CASE("a hello with any byte changed is read or refused, and never overrun") {
  auto whole = *encode(hello_of("a", "b"));
  for (size_t at = 0; at < whole.size(); ++at) {
    for (int byte : {0, 1, 9, 65, 127, 128, 255}) {
      auto changed = whole;
      changed[at] = static_cast<char>(byte);
      auto read = decode_hello(changed);
      CHECK((!read || read->instance.size() <= link_hello::most_instance));
    }
  }
  CHECK_FALSE(decode_hello(whole.substr(1)));
  CHECK_FALSE(decode_hello(""));
}

TEST_CASE("a hello of another version is told by its version alone") {
  auto bytes = *encode(hello_of("a"));
  bytes[9] = 2;
  auto read = decode_hello(bytes);
  REQUIRE(read);
  CHECK(read->version == 2);
  CHECK(judge_hello(*read, "b") == link_verdict::other_version);
  CHECK(refusal_in(*read, hello_of("b"), "x:1")->what
        == "speaks version 2 between nodes, this node version 1");
}
