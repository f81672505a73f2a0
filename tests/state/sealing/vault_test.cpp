#include "state/sealing/vault.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

using texts = std::vector<std::string>;

const std::string key_a(32, 'a');
const std::string key_b(40, 'b');
const std::string run = "0192f0c1-0000-7000-8000-000000000001";
const std::string config = "pipeline: {password: hunter2}";

vault with(const std::string& key, const texts& previous = {}) {
  auto result = vault::make(key, previous);
  REQUIRE(result);
  return std::move(*result);
}

std::string refusal(const vault* keys, const std::string& stored, const std::string& of = run) {
  auto opened = open_config(keys, stored, of);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == ec::invalid_config);
  return render(opened.error());
}

} // namespace

TEST_CASE("a sealed config shows nothing of itself and opens for its run") {
  auto keys = with(key_a);
  auto sealed = keys.seal_config(config, run).value();
  CHECK(sealed.starts_with("faucet-sealed-config:v1:RkNUM")); // FCT1 in base64
  CHECK(sealed.find("hunter2") == std::string::npos);
  CHECK(keys.seal_config(config, run).value() != sealed); // another nonce
  CHECK(open_config(&keys, sealed, run).value() == config);
}

// Sealed by another implementation of AES-256-GCM, with the nonce 00 01 … 0b.
TEST_CASE("a config and values that others sealed in the documented format open") {
  auto keys = with(std::string(32, 'k'));
  CHECK(open_config(
          &keys,
          "faucet-sealed-config:v1:RkNUMQIAAQIDBAUGBwgJCgs0j2fGGhmAmpVcehz0Jl8zduUscc3I/eS2WEw=",
          "run-1")
          .value()
        == "version: 1\n");
  CHECK(open_values(
          &keys,
          "RkNUMQIAAQIDBAUGBwgJCgs5yGPUHwOL05dXK2PA1sMCm0/gDTKpIHU4vkhE3x/cwdm+zaVJ8REN/4apBsM=",
          "run-1")
          .value()
        == texts{"hunter2", "5432"});
}

TEST_CASE("a config that is not sealed is as it stands, with and without a key") {
  auto keys = with(key_a);
  CHECK(open_config(&keys, config, run).value() == config);
  CHECK(open_config(nullptr, config, run).value() == config);
  CHECK(open_config(nullptr, "", run).value().empty());
}

TEST_CASE("without a key, or with another, a sealed config does not open", "[P229]") {
  auto sealed = with(key_a).seal_config(config, run).value();
  CHECK(refusal(nullptr, sealed)
        == "this run's stored config is sealed, and this instance was started without a vault key: "
           "start every cluster member with the same vault key (`--vault-key` / "
           "`FAUCET_VAULT_KEY`)");
  auto other = with(key_b);
  CHECK_THAT(
    refusal(&other, sealed),
    Catch::StartsWith("this run's stored config is sealed, and this instance cannot open it: ")
      && Catch::Contains("--vault-key") && Catch::Contains("--vault-previous-key")
      && !Catch::Contains(key_a) && !Catch::Contains(key_b));
}

TEST_CASE("a config that was sealed for another run does not open") {
  auto keys = with(key_a);
  auto sealed = keys.seal_config(config, run).value();
  CHECK_THAT(refusal(&keys, sealed, "another-run"), Catch::Contains("cannot be decrypted"));
  auto values = keys.seal_values({"x"}, run).value();
  CHECK_THAT(refusal(&keys, "faucet-sealed-config:v1:" + values),
             Catch::Contains("cannot be decrypted"));
}

TEST_CASE("a sealed config that was damaged does not open") {
  auto keys = with(key_a);
  auto sealed = keys.seal_config(config, run).value();
  const std::string prefix = "faucet-sealed-config:v1:";
  for (const auto& damaged :
       texts{prefix, prefix + "x", prefix + "====", prefix + "RkNU", prefix + "????",
             sealed.substr(0, sealed.size() - 4), sealed + "AAAA", sealed + "=", sealed + "\n"}) {
    INFO(damaged);
    refusal(&keys, damaged);
  }
  for (size_t i = prefix.size(); i < sealed.size(); ++i) {
    auto damaged = sealed;
    damaged[i] = damaged[i] == 'A' ? 'B' : 'A';
    // The last digit before the padding has bits that mean nothing.
    if (auto opened = open_config(&keys, damaged, run); opened) {
      INFO("byte " << i);
      CHECK(i + 3 >= sealed.size());
      CHECK(*opened == config);
    }
  }
}

TEST_CASE("after a rotation the previous key opens and the new one seals") {
  auto before = with(key_a);
  auto after = with(key_b, {"short", key_a});
  CHECK(open_config(&after, before.seal_config(config, run).value(), run).value() == config);
  CHECK(open_values(&after, before.seal_values({"x"}, run).value(), run).value() == texts{"x"});
  CHECK_FALSE(open_config(&before, after.seal_config(config, run).value(), run));
}

TEST_CASE("values of secret params are sealed apart and come back as they were") {
  auto keys = with(key_a);
  const texts values{"hunter2", "with \"quotes\"\n", "größer", "5432"};
  auto sealed = keys.seal_values(values, run).value();
  CHECK(sealed.find("hunter2") == std::string::npos);
  CHECK(open_values(&keys, sealed, run).value() == values);
  CHECK_FALSE(open_values(&keys, sealed, "another-run"));
}

TEST_CASE("values that are gone, or that nobody here can open, are told as that") {
  auto keys = with(key_a);
  auto other = with(key_b);
  auto why = [](const vault* with, const std::string& stored) {
    return open_values(with, stored, run).error().what;
  };
  CHECK(why(&keys, "")
        == "this run's `secret: true` param values are sealed, and they are no longer stored (they "
           "are deleted once a run finishes) — trigger the template again");
  auto sealed = keys.seal_values({"x"}, run).value();
  CHECK_THAT(why(nullptr, sealed), Catch::Contains("started without a vault key"));
  CHECK_THAT(why(&other, sealed), Catch::Contains("this instance cannot open it: "));
}

TEST_CASE("a vault key has 32 bytes at least, a previous one may be shorter but not empty") {
  auto refused = vault::make(std::string(31, 'k'), {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().what == "a vault key has 32 bytes at least, this one 31");
  CHECK_FALSE(vault::make("", {}));
  CHECK_FALSE(vault::make(key_a, {""}));
  CHECK(vault::make(key_a, {"x"}));
}

TEST_CASE("keys have names that tell them apart and nothing else") {
  auto names = with(key_a, {key_b}).key_names();
  REQUIRE(names.size() == 2);
  CHECK(names[0] == with(key_a).key_names()[0]);
  CHECK(names[1] == with(key_b).key_names()[0]);
  CHECK(names[0] != names[1]);
  CHECK(names[0].size() == 16);
}
