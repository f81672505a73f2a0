#include "tests/sim/ledger_model.hpp"
#include "tests/sim/registry_model.hpp"
#include "tests/state/history/ledger_place.hpp"

namespace faucet::test {
namespace {

class model_member : public open_ledger {
public:
  model_member(run_ledger& runs, member_registry& members) : runs_(runs), members_(members) {
    // nop
  }

  run_ledger& runs() override {
    return runs_;
  }

  member_registry& members() override {
    return members_;
  }

private:
  run_ledger& runs_;
  member_registry& members_;
};

class model_place : public ledger_place {
public:
  std::unique_ptr<open_ledger> open() override {
    return std::make_unique<model_member>(runs_, members_);
  }

private:
  /// Later at each look, as the clock of a database.
  instant tick() {
    return now_ += std::chrono::microseconds(100);
  }

  instant now_{std::chrono::hours(24 * 365 * 50)};
  sim::ledger_model runs_{[this] { return tick(); }};
  sim::registry_model members_{[this] { return tick(); }};
};

} // namespace

std::vector<std::string> kinds_of_ledgers() {
  return {"model"};
}

std::unique_ptr<ledger_place> make_ledger_place(std::string_view) {
  return std::make_unique<model_place>();
}

} // namespace faucet::test
