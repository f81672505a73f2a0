#include "actors/tallied_drivers.hpp"
#include "connectors/keyed_source.hpp"
#include "tests/actors/invocation_fixture.hpp"

using namespace faucet;
using namespace std::chrono_literals;

namespace {

uint64_t number_of(const duration_tally& times) {
  uint64_t result = 0;
  for (size_t i = 0; i <= times.bounds().size(); ++i) {
    result += times.within(i);
  }
  return result;
}

struct tallied_fixture : invocation_fixture {
  tallied_fixture() {
    tally = std::make_shared<row_tally>();
  }
};

/// Has read one more record without its key with each page, and forgets that when it begins anew.
class forgetful_source final : public source_driver, public keyed_source {
public:
  expected<void> open(const driver_context&, const std::optional<bookmark>&) override {
    return {};
  }

  expected<std::optional<page>> next() override {
    keyless_ = keyless_ == 3 ? 1 : keyless_ + 1;
    return make_page(1);
  }

  [[nodiscard]] uint64_t keyless() const override {
    return keyless_;
  }

private:
  uint64_t keyless_ = 0;
};

} // namespace

TEST_CASE("times are counted by the least bound that they do not exceed") {
  duration_tally times{short_times};
  times.add(1ms);
  times.add(1001us);
  times.add(1h);
  CHECK(times.within(0) == 1);
  CHECK(times.within(1) == 1);
  CHECK(times.within(short_times.size()) == 1);
  CHECK(times.seconds() == Approx(3600.002001));
}

TEST_CASE_METHOD(tallied_fixture, "an invocation counts while it runs, and not only at its end") {
  prepare({make_page(2, bookmark{"2"}), make_page(3, bookmark{"5"})});
  spawn();
  run_until("write 3");
  CHECK(tally->under_way == 1);
  CHECK(tally->started_at > 0);
  CHECK(tally->bookmarked_at >= tally->started_at);
  CHECK(tally->source_records.value() == 5);
  CHECK(tally->source_pages.value() == 2);
  CHECK(tally->sink_records.value() == 2);
  CHECK(tally->gets.misses.value() == 1);
  CHECK(tally->puts.done.value() == 1);
  scheduler.run();
  CHECK(report.how == outcome::completed);
  CHECK(tally->under_way == 0);
  CHECK(tally->sink_records.value() == 5);
  CHECK(tally->sink_writes.value() == 2);
  CHECK(tally->puts.done.value() == 2);
  CHECK(number_of(tally->source_times) == 2);
  CHECK(number_of(tally->write_times) == 2);
  CHECK(number_of(tally->flush_times) == 2);
  CHECK(number_of(tally->puts.times) == 2);
  CHECK(tally->sink_failures.all() + tally->source_failures.all() == 0);
}

TEST_CASE_METHOD(tallied_fixture, "failures are counted where they happened, by their kind") {
  SECTION("of the source") {
    prepare({make_page(1)});
    source->failure = error{ec::source_failed, "no such table"};
    run();
    CHECK(tally->source_failures.of(ec::source_failed) == 1);
  }
  SECTION("of a source that throws") {
    prepare({});
    source->throws = true;
    run();
    CHECK(tally->source_failures.of(ec::internal) == 1);
  }
  SECTION("of the sink") {
    prepare({make_page(1, bookmark{"1"})});
    sink->failing = "flush";
    run();
    CHECK(tally->sink_failures.of(ec::sink_failed) == 1);
  }
  SECTION("of the store") {
    prepare({make_page(1, bookmark{"1"})});
    store->failing = true;
    run();
    CHECK(tally->puts.failures.of(ec::state_failed) == 1);
    CHECK(tally->puts.done.value() == 0);
    CHECK(tally->bookmarked_at == 0);
  }
  CHECK(report.how == outcome::failed);
  CHECK(tally->under_way == 0);
}

TEST_CASE_METHOD(tallied_fixture, "dead letters are counted by what became of their page") {
  letters.emplace();
  letters->whole_pages = true;
  letters->max_total = 3;
  sink->failing = "write 2";
  sink->rejects = {0};
  prepare({make_page(2), make_page(3), make_page(4)});
  run();
  CHECK(tally->dead_pages.value() == 1);
  CHECK(tally->partial_pages.value() == 2);
  CHECK(tally->letters.value() == 4);
  CHECK(tally->sink_records.value() == 5);
  CHECK(tally->budgets_exceeded.value() == 1);
  CHECK(tally->letter_failures.all() == 0);
}

TEST_CASE_METHOD(tallied_fixture, "a sink of dead letters that fails is counted by its kind") {
  letters.emplace();
  letter_sink->failing = "write 1";
  sink->rejects = {0};
  prepare({make_page(2)});
  run();
  CHECK(tally->letter_failures.of(ec::sink_failed) == 1);
  CHECK(tally->letters.value() == 0);
}

TEST_CASE_METHOD(tallied_fixture, "a bookmark that moves from an older key is counted") {
  markers = true;
  older_keys = {"orders::old"};
  REQUIRE(store->content.put("orders::old", "\"1\""));
  prepare({make_page(1, bookmark{"2"})});
  run();
  CHECK(report.how == outcome::completed);
  CHECK(tally->keys_moved.value() == 1);
  CHECK(tally->keys_raced.value() == 0);
  CHECK(tally->removals.done.value() == 1);
  CHECK(number_of(tally->removals.times) == 1);
  CHECK(tally->gets.hits.value() == 1);
}

TEST_CASE_METHOD(tallied_fixture, "an older key that cannot be removed is a failed removal") {
  markers = true;
  older_keys = {"orders::old"};
  REQUIRE(store->content.put("orders::old", "\"1\""));
  store->keeps_all = true;
  prepare({make_page(1, bookmark{"2"})});
  run();
  CHECK(report.how == outcome::completed);
  CHECK(tally->keys_moved.value() == 1);
  CHECK(tally->removals.failures.of(ec::state_failed) == 1);
  CHECK(tally->removals.done.value() == 0);
  CHECK(number_of(tally->removals.times) == 0);
  CHECK(tally->gets.failures.all() == 0);
}

TEST_CASE_METHOD(tallied_fixture, "a search under an older key that fails is a failed get") {
  markers = true;
  older_keys = {"orders::old"};
  store->unreadable = "orders::old";
  prepare({make_page(1, bookmark{"2"})});
  run();
  CHECK(report.how == outcome::completed);
  CHECK(tally->keys_moved.value() == 0);
  CHECK(tally->gets.failures.of(ec::state_failed) == 1);
  CHECK(tally->removals.failures.all() == 0);
  CHECK(number_of(tally->removals.times) == 0);
}

TEST_CASE("a failure whose code is unknown counts as a fault of ours") {
  failure_tally failures;
  failures.add(static_cast<ec>(failure_tally::codes));
  CHECK(failures.all() == 1);
  CHECK(failures.of(ec::internal) == 1);
  failures.add(ec::cancelled);
  CHECK(failures.all() == 1);
}

TEST_CASE("records without their key are counted once, also by a source that begins anew") {
  auto tally = std::make_shared<row_tally>();
  auto source = tallied(std::make_shared<forgetful_source>(), tally);
  for (int i = 0; i < 5; ++i) {
    REQUIRE(source->next());
  }
  CHECK(tally->keyless.value() == 5);
}
