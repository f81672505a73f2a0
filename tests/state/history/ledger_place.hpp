#pragma once

#include "state/history/member_registry.hpp"
#include "state/history/run_ledger.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faucet::test {

/// One member's way to a ledger and its registry.
class open_ledger {
public:
  virtual ~open_ledger() = default;
  virtual run_ledger& runs() = 0;
  virtual member_registry& members() = 0;
};

/// A ledger, empty at first and gone with this. The program that runs the suite says which kinds
/// there are, so that the same tests drive databases and models of them.
class ledger_place {
public:
  virtual ~ledger_place() = default;

  /// All of them share what the place holds.
  virtual std::unique_ptr<open_ledger> open() = 0;
};

std::vector<std::string> kinds_of_ledgers();

std::unique_ptr<ledger_place> make_ledger_place(std::string_view kind);

} // namespace faucet::test
