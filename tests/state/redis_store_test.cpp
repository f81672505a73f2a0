#include "state/redis_store.hpp"
#include "tests/catch.hpp"
#include "tests/state/own_redis.hpp"
#include "tests/state/store_options.hpp"

#include <cstdlib>

using namespace faucet;

namespace {

constexpr auto password = "s3cret%40word";

redis_store redis_at(const std::string& address, redis_tls tls = {}) {
  return redis_store{{parse_redis_address(address).value(), std::move(tls), "faucet"}};
}

std::string address_of(const test::own_redis& server, const std::string& user = {}) {
  return "redis://" + user + "127.0.0.1:" + std::to_string(server.port());
}

std::string redis_refusal(const std::string& config) {
  auto made = test::make_store("redis", config);
  REQUIRE_FALSE(made);
  CHECK(made.error().code == ec::invalid_config);
  CHECK(made.error().which == "pipeline.json:1");
  return made.error().what;
}

} // namespace

TEST_CASE("an address of a Redis is read part by part") {
  auto full = parse_redis_address("rediss://u%3Aser:p%40ss@host.example:7000/3").value();
  CHECK(full.tls);
  CHECK(full.user == "u:ser");
  CHECK(full.password == "p@ss");
  CHECK(full.host == "host.example");
  CHECK(full.port == 7000);
  CHECK(full.database == 3);
  CHECK(full.shown() == "rediss://host.example:7000/3");
  auto brief = parse_redis_address("redis://[::1]").value();
  CHECK(brief.host == "::1");
  CHECK(brief.port == 6379);
  CHECK(parse_redis_address("redis://:p@h").value().user.empty());
  CHECK(parse_redis_address("redis://:p@h/").value().password == "p");
}

TEST_CASE("an address that is none is refused and shows no password") {
  for (const std::string address :
       {"", "localhost:6379", "http://secret@h", "redis://", "redis://:secret@", "redis://h:0",
        "redis://h:70000", "redis://h:x", "redis://:secret@h/x", "redis://:secret%zz@h"}) {
    INFO(address);
    auto parsed = parse_redis_address(address);
    REQUIRE_FALSE(parsed);
    CHECK(render(parsed.error()).find("secret") == std::string::npos);
  }
}

TEST_CASE("a namespace with a colon is refused", "[P79]") {
  CHECK(test::make_store("redis", R"({"url":"redis://h","namespace":"team-a"})"));
  CHECK_THAT(redis_refusal(R"({"url":"redis://h","namespace":"a:b"})"),
             Catch::Contains("namespace"));
  CHECK_THAT(redis_refusal(R"({"url":"redis://h","namespace":""})"), Catch::Contains("namespace"));
}

TEST_CASE("options of a redis store that do not fit together are refused") {
  CHECK(test::make_store("redis", R"({"url":"rediss://h","tls":{"ca_cert_path":"ca.pem"}})"));
  CHECK_THAT(redis_refusal(R"({"url":"redis://h","tls":{"ca_cert_path":"ca.pem"}})"),
             Catch::Contains("rediss://"));
  CHECK_THAT(redis_refusal(R"({"url":"rediss://h","tls":{"client_cert_path":"me.pem"}})"),
             Catch::Contains("client_key_path"));
  CHECK_THAT(redis_refusal(R"({"url":"h"})"), Catch::Contains("redis://"));
  CHECK_THAT(redis_refusal(R"({"namespace":"a"})"), Catch::Contains("url"));
}

TEST_CASE("a Redis that is not there is an error that names it") {
  auto refused = redis_at("redis://:" + std::string{password} + "@127.0.0.1:1").prepare();
  REQUIRE_FALSE(refused);
  CHECK(is_transient(refused.error()));
  CHECK(refused.error().which == "redis://127.0.0.1:1/0");
  CHECK(render(refused.error()).find("s3cret") == std::string::npos);
}

TEST_CASE("a Redis lets in who knows the password, and a failure shows none") {
  test::own_redis server{{"--requirepass", "s3cret@word"}};
  auto store = redis_at(address_of(server, ":" + std::string{password} + "@"));
  REQUIRE(store.put("k", "1"));
  CHECK(store.get("k").value() == "1");
  for (const auto* user : {"", ":s3cret@", "nobody:s3cret@"}) {
    auto refused = redis_at(address_of(server, user)).get("k");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ec::state_failed);
    CHECK(render(refused.error()).find("s3cret") == std::string::npos);
  }
}

TEST_CASE("Redis holds the JSON of a state under its namespace and key") {
  test::own_redis server;
  auto store = redis_at(address_of(server));
  REQUIRE(store.put("p::row-0", R"({"at":1.50})"));
  auto connection =
    redis_connection::open(parse_redis_address(address_of(server)).value(), {}).value();
  auto held = connection.command(std::vector<std::string_view>{"GET", "faucet:p::row-0"});
  REQUIRE(held);
  CHECK(held->text() == R"({"at":1.50})");
}

TEST_CASE("databases of one Redis are apart, and one that is not there is an error") {
  test::own_redis server;
  auto zero = redis_at(address_of(server));
  auto two = redis_at(address_of(server) + "/2");
  REQUIRE(zero.put("k", "0"));
  REQUIRE(two.put("k", "2"));
  CHECK(zero.get("k").value() == "0");
  CHECK_FALSE(redis_at(address_of(server) + "/99").get("k"));
}

TEST_CASE("a connection to Redis that was dropped is made once more") {
  test::own_redis server;
  auto store = redis_at(address_of(server));
  REQUIRE(store.put("k", "1"));
  server.stop();
  server.start();
  CHECK(store.get("k").value() == std::nullopt); // this Redis saves nothing
  REQUIRE(store.put("k", "2"));
  server.stop();
  server.start();
  CHECK(store.compare_and_put("k", std::nullopt, "3").value());
  server.stop();
  auto lost = store.get("k");
  REQUIRE_FALSE(lost);
  CHECK(is_transient(lost.error()));
  server.start();
  CHECK(store.get("k").value() == std::nullopt);
}

TEST_CASE("a key of another type in Redis is an error that names the key") {
  test::own_redis server;
  auto connection =
    redis_connection::open(parse_redis_address(address_of(server)).value(), {}).value();
  REQUIRE(connection.command(std::vector<std::string_view>{"LPUSH", "faucet:k", "x"}));
  auto refused = redis_at(address_of(server)).get("k");
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().what, Catch::Contains("WRONGTYPE") && Catch::Contains("state key k"));
}

TEST_CASE("a Redis behind TLS is used when its certificate fits, and not otherwise") {
  test::temp_folder keys;
  auto make =
    "cd '" + keys.path().string()
    + "' && openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out ca.pem -days 2 "
      "-subj /CN=test -addext subjectAltName=IP:127.0.0.1 >/dev/null 2>&1";
  REQUIRE(std::system(make.c_str()) == 0);
  auto certificate = (keys / "ca.pem").string();
  auto key = (keys / "key.pem").string();
  test::own_redis server{{"--tls-cert-file", certificate, "--tls-key-file", key,
                          "--tls-ca-cert-file", certificate, "--tls-auth-clients", "yes"},
                         true};
  auto port = std::to_string(server.port());
  auto store = redis_at("rediss://127.0.0.1:" + port, {certificate, certificate, key});
  auto big = "\"" + std::string(1 << 20, 'x') + "\"";
  REQUIRE(store.put("k", big));
  CHECK(store.get("k").value() == big);
  server.stop();
  server.start();
  REQUIRE(store.put("k", "2"));
  auto why = [](redis_store other) { return render(other.prepare().error()); };
  CHECK_THAT(why(redis_at("rediss://127.0.0.1:" + port, {{}, certificate, key})),
             Catch::Contains("no TLS connection: self-signed certificate")
               || Catch::Contains("self signed"));
  CHECK_THAT(why(redis_at("rediss://localhost:" + port, {certificate, certificate, key})),
             Catch::Contains("mismatch"));
  CHECK_FALSE(redis_at("rediss://127.0.0.1:" + port, {certificate, {}, {}}).prepare());
  CHECK_THAT(why(redis_at("rediss://127.0.0.1:" + port, {"no-such.pem", {}, {}})),
             Catch::Contains("no-such.pem"));
  CHECK_FALSE(redis_at("redis://127.0.0.1:" + port).prepare());
}
