#include "state/history/sql_run_ledger.hpp"
#include "state/history/sql_transaction.hpp"
#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

namespace {

/// A database whose answer to a commit is lost, each time until it is told otherwise.
class losing_driver final : public sql_driver {
public:
  explicit losing_driver(std::unique_ptr<sql_driver> real) : real_(std::move(real)) {
    // nop
  }

  expected<void> begin() override {
    ++begun;
    return real_->begin();
  }

  expected<void> commit() override {
    auto done = real_->commit();
    if (!loses || !done) {
      return done;
    }
    lost_ = true;
    return fail(ec::unavailable, "the connection broke", name());
  }

  void roll_back() noexcept override {
    real_->roll_back();
  }

  expected<sql_answer> execute(std::string_view sql,
                               std::span<const sql_value> parameters) override {
    lost_ = false;
    return real_->execute(sql, parameters);
  }

  expected<bool> try_lock_schema() override {
    return real_->try_lock_schema();
  }

  [[nodiscard]] bool worth_repeating() const noexcept override {
    return lost_ || real_->worth_repeating();
  }

  [[nodiscard]] const std::string& name() const noexcept override {
    return real_->name();
  }

  bool loses = false;
  int begun = 0;

private:
  std::unique_ptr<sql_driver> real_;
  bool lost_ = false;
};

} // namespace

TEST_CASE("a claim whose answer was lost takes no other runs in its place") {
  auto place = each_history_place();
  auto in = place->open();
  for (const auto* id : {"run-1", "run-2", "run-3"}) {
    auto run = run_named(id);
    REQUIRE(in->ledger().submit({&run, 1}));
  }
  losing_driver database{place->raw()};
  sql_run_ledger ledger{database};
  database.loses = true;
  auto claimed = ledger.claim({"a", names{"default"}, 1, lapsed});
  REQUIRE_FALSE(claimed);
  CHECK(claimed.error().code == ec::unavailable);
  CHECK(database.begun == 1);
  CHECK((*in->ledger().find("run-1"))->status == run_status::running);
  CHECK((*in->ledger().find("run-2"))->status == run_status::pending);
  database.loses = false;
  CHECK(in->ledger().reclaim(3)->size() == 1); // its lease has ended
  CHECK(ledger.claim({"a", names{"default"}, 9, lasting})->size() == 3);
}

TEST_CASE("what may be done twice is done again where its answer was lost") {
  auto place = each_history_place();
  auto in = place->open();
  losing_driver database{place->raw()};
  sql_run_ledger ledger{database};
  database.loses = true;
  auto run = run_named("run-1");
  CHECK_FALSE(ledger.submit({&run, 1}));
  CHECK(database.begun == most_tries);
  CHECK(*in->ledger().find("run-1"));
}
