#include "state/run_lease.hpp"
#include "tests/catch.hpp"
#include "tests/state/store_places.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>

using namespace faucet;
using test::equal_as_json;

namespace {

using keys = std::vector<std::string>;

/// A place of one kind after the other; the test runs once for each.
std::unique_ptr<test::store_place> each_place() {
  auto kind = GENERATE(from_range(test::kinds_of_places()));
  UNSCOPED_INFO("in the place " << kind);
  return test::make_place(kind);
}

/// A place of each kind that several stores share.
std::unique_ptr<test::store_place> each_shared_place() {
  auto kind = GENERATE(filter([](const std::string& x) { return x != "memory"; },
                              from_range(test::kinds_of_places())));
  UNSCOPED_INFO("in the place " << kind);
  return test::make_place(kind);
}

/// Adds 1 to the number under a key, so often as it takes.
bool count_up(state_store& store, const std::string& key) {
  for (;;) {
    auto held = store.get(key);
    if (!held) {
      return false;
    }
    auto next = *held ? std::stoi(**held) + 1 : 1;
    auto put = store.compare_and_put(key, *held, std::to_string(next));
    if (!put) {
      return false;
    }
    if (*put) {
      return true;
    }
  }
}

} // namespace

TEST_CASE("a store keeps one text a key") {
  auto place = each_place();
  auto store = place->open();
  REQUIRE(store->prepare());
  CHECK(store->get("p::row-0").value() == std::nullopt);
  REQUIRE(store->put("p::row-0", "1"));
  REQUIRE(store->put("p::row-0", "2"));
  REQUIRE(store->put("p::Row-0", "3"));
  CHECK(store->get("p::row-0").value() == "2");
  CHECK(store->get("p::Row-0").value() == "3");
  REQUIRE(store->remove("p::row-0"));
  REQUIRE(store->remove("p::row-0"));
  CHECK(store->get("p::row-0").value() == std::nullopt);
  CHECK(store->list("").value() == keys{"p::Row-0"});
}

TEST_CASE("a store can be used without having been prepared") {
  auto place = each_place();
  CHECK(place->open()->get("p::row-0").value() == std::nullopt);
  CHECK(place->open()->list("").value().empty());
  CHECK(place->open()->remove("p::row-0"));
  CHECK_FALSE(place->open()->compare_and_put("p::row-0", "1", "2").value());
  CHECK_FALSE(place->open()->compare_and_remove("p::row-0", "1").value());
  CHECK(place->open()->compare_and_put("p::row-0", std::nullopt, "2").value());
}

TEST_CASE("a store gives back what is equal as JSON, every digit of it") {
  auto place = each_place();
  auto store = place->open();
  for (const std::string json :
       {"null", "true", "0", "-0", "1.50", "1e2", "1e400", "0.1e-7", "9007199254740993",
        "18446744073709551616", "12345678901234567890123.50", "\"\"", "[]", "{}",
        R"({"b":1,"a":[null,true,{"z":0.10,"y":"x"}],"":2})", R"("line\nquote\"back\\slash\u0001")",
        "\"caf\u00e9 \u4e16\u754c \U0001F600\"",
        R"({"faucet_state":1,"owner":"x","data":"\u00fc"})"}) {
    INFO(json);
    REQUIRE(store->put("key", json));
    auto held = store->get("key").value().value();
    INFO(held);
    CHECK(equal_as_json(held, json));
  }
  CHECK_FALSE(equal_as_json("12345678901234567890123.50", "12345678901234567890123.51"));
}

TEST_CASE("a store holds a text of a mebibyte") {
  auto place = each_place();
  auto store = place->open();
  auto json = "\"" + std::string(1 << 20, 'x') + "\"";
  REQUIRE(store->put("big", json));
  CHECK(store->get("big").value() == json);
  CHECK(store->compare_and_put("big", json, "1").value());
}

TEST_CASE("a store lists the keys that start with a prefix, sorted, whatever signs are in it") {
  auto place = each_place();
  auto store = place->open();
  keys all{"a%b::1", "a*b::1",       "a?b::1", "a[b]::1", "a\\b::1", "a_b::1", "axb::1", "b::1",
           "B::1",   "caf\u00e9::1", "a",      "a::b::c", "a-b",     "^a",     "a'b",    "a\"b"};
  for (const auto& key : all) {
    REQUIRE(store->put(key, "1"));
  }
  std::sort(all.begin(), all.end());
  CHECK(store->list("").value() == all);
  for (const std::string prefix : {"a%", "a*", "a?", "a[b]", "a\\", "a_", "B", "caf\u00e9",
                                   "a::", "^", "a'", "a\"", "nothing", "a%b::1"}) {
    INFO(prefix);
    keys expected;
    for (const auto& key : all) {
      if (key.starts_with(prefix)) {
        expected.push_back(key);
      }
    }
    CHECK(store->list(prefix).value() == expected);
  }
}

TEST_CASE("a store takes the longest keys, and tells those apart that end in another way") {
  auto place = each_place();
  auto store = place->open();
  std::string one(255, 'k');
  REQUIRE(store->put(one + "1", "1"));
  REQUIRE(store->put(one + "2", "2"));
  REQUIRE(store->put(std::string(256, 'K'), "3"));
  CHECK(store->get(one + "1").value() == "1");
  CHECK(store->get(one + "2").value() == "2");
  CHECK(store->list("k").value() == keys{one + "1", one + "2"});
  CHECK(store->compare_and_put(one + "1", "1", "4").value());
  CHECK(store->compare_and_remove(one + "1", "4").value());
  CHECK(store->list("k").value() == keys{one + "2"});
}

TEST_CASE("a batch is put as a whole, the last text of a key counts") {
  auto place = each_place();
  auto store = place->open();
  std::vector<state_store::entry> batch{{"one", "1"}, {"two", "2"}, {"one", "3"}};
  REQUIRE(store->put_batch(batch));
  REQUIRE(store->put_batch({}));
  auto reader = place->is_shared() ? place->open() : std::move(store);
  CHECK(reader->get("one").value() == "3");
  CHECK(reader->get("two").value() == "2");
  CHECK(reader->list("").value() == keys{"one", "two"});
}

TEST_CASE("a store changes a key only where it holds what is known") {
  auto place = each_place();
  auto store = place->open();
  const std::string first = R"({"run":"a","at":1.50})";
  CHECK(store->compare_and_put("key", std::nullopt, first).value());
  CHECK_FALSE(store->compare_and_put("key", std::nullopt, "2").value());
  CHECK_FALSE(store->compare_and_put("key", R"({"run":"b","at":1.50})", "2").value());
  CHECK_FALSE(store->compare_and_remove("key", "1").value());
  CHECK(equal_as_json(store->get("key").value().value(), first));
  CHECK(store->compare_and_put("key", first, "3").value()); // as it was put
  auto held = store->get("key").value();
  CHECK(store->compare_and_put("key", held, first).value()); // as it was read
  held = store->get("key").value();
  CHECK(store->compare_and_remove("key", *held).value());
  CHECK_FALSE(store->compare_and_remove("key", *held).value());
  CHECK(store->list("").value().empty());
}

TEST_CASE("of many that claim an empty key exactly one gets it", "[P74]") {
  auto place = each_shared_place();
  REQUIRE(place->open()->prepare());
  for (int round = 0; round < 5; ++round) {
    auto key = "key-" + std::to_string(round);
    std::atomic<int> winners = 0;
    std::atomic<int> failures = 0;
    std::vector<std::thread> claims;
    for (int i = 0; i < 6; ++i) {
      claims.emplace_back([&, i] {
        auto claimed = place->open()->compare_and_put(key, std::nullopt, std::to_string(i));
        failures += claimed ? 0 : 1;
        winners += claimed && *claimed ? 1 : 0;
      });
    }
    for (auto& claim : claims) {
      claim.join();
    }
    CHECK(failures == 0);
    CHECK(winners == 1);
  }
}

TEST_CASE("threads and processes that count in one key lose no step", "[P235]") {
  auto place = each_shared_place();
  REQUIRE(place->open()->prepare());
  constexpr int steps = 15;
  auto count = [&place] {
    auto store = place->open();
    for (int i = 0; i < steps; ++i) {
      if (!count_up(*store, "count")) {
        return false;
      }
    }
    return true;
  };
  std::vector<pid_t> children;
  for (int i = 0; i < 2; ++i) {
    children.push_back(::fork());
    if (children.back() == 0) {
      ::_exit(count() ? 0 : 1);
    }
  }
  std::atomic<int> failures = 0;
  std::thread one{[&] { failures += count() ? 0 : 1; }};
  std::thread two{[&] { failures += count() ? 0 : 1; }};
  one.join();
  two.join();
  for (auto child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    failures += status == 0 ? 0 : 1;
  }
  CHECK(failures == 0);
  CHECK(place->open()->get("count").value() == std::to_string(4 * steps));
}

TEST_CASE("a check leaves nothing in the store, and checks do not disturb one another", "[P236]") {
  auto place = each_shared_place();
  REQUIRE(place->open()->put("p::row-0", "1"));
  std::atomic<int> failures = 0;
  std::vector<std::thread> checks;
  for (int i = 0; i < 4; ++i) {
    checks.emplace_back([&] {
      for (int j = 0; j < 5; ++j) {
        failures += place->open()->check() ? 0 : 1;
      }
    });
  }
  for (auto& check : checks) {
    check.join();
  }
  CHECK(failures == 0);
  CHECK(place->open()->list("").value() == keys{"p::row-0"});
}

TEST_CASE("a lease is taken, renewed and released in every kind of store", "[P74][P241]") {
  auto place = each_place();
  auto store = place->open();
  auto now = parse_instant("2026-11-29T12:00:00Z").value();
  lease_request request{.row_key = "p::row", .run_id = "first"};
  auto lease = take_lease(*store, request, now).value().lease.value();
  CHECK(find_lease(*store, "p::row", now).value()->run_id == "first");
  request.run_id = "second";
  CHECK_FALSE(take_lease(*store, request, now));
  REQUIRE(renew_lease(*store, lease, now + lease_renewal_interval));
  request.force = true;
  auto other = take_lease(*store, request, now).value().lease.value();
  CHECK(renew_lease(*store, lease, now + lease_renewal_interval).error().code == ec::lease_lost);
  CHECK(release_lease(*store, lease).error().code == ec::lease_lost);
  REQUIRE(renew_lease(*store, other, now + lease_renewal_interval));
  REQUIRE(release_lease(*store, other));
  CHECK(store->list("").value().empty());
}
