#include "config/secret_mask.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

node secret(std::string text) {
  node result{std::move(text)};
  result.set_secret();
  return result;
}

} // namespace

TEST_CASE("texts made from secrets are hidden wherever they stand in a tree") {
  node::map_type entries;
  entries.push_back({"key", secret("hunter2"), {}});
  entries.push_back({"list", node{node::list_type{secret("https://u:hunter2@host")}}, {}});
  entries.push_back({"plain", node{std::string{"orders"}}, {}});
  secret_mask mask;
  mask.learn(node{std::move(entries)});
  CHECK(mask.apply("orders: hunter2 and hunter2") == "orders: *** and ***");
  CHECK(mask.apply("cannot open https://u:hunter2@host") == "cannot open ***");
}

TEST_CASE("a short secret is hidden where it is a word, and leaves other words alone") {
  secret_mask mask;
  mask.learn(secret("a"));
  mask.learn(secret("x1"));
  mask.learn(secret("-"));
  mask.learn(secret(""));
  CHECK(mask.apply("a table \"a\" of x1, not x12; b-c")
        == "*** table \"***\" of ***, not x12; b***c");
}

TEST_CASE("a secret of stars does no harm") {
  secret_mask mask;
  mask.learn(secret("***"));
  mask.learn(secret("*"));
  CHECK(mask.apply("*** and b") == "*** and b");
}

TEST_CASE("a secret is hidden as JSON and as an address write it, too") {
  secret_mask mask;
  mask.learn(secret("pa\"ss\\W0rd\t!"));
  mask.learn(secret("us%40er-name"));
  CHECK(mask.apply(R"(cannot cast "pa\"ss\\W0rd\t!" to int)") == R"(cannot cast "***" to int)");
  CHECK(mask.apply("failed for user \"us@er-name\" (us%40er-name)")
        == "failed for user \"***\" (***)");
}
