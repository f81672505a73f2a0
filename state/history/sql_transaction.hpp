#pragma once

#include "state/history/sql_driver.hpp"

#include <utility>

namespace faucet {

/// How often work is begun again that could not be done for a passing reason.
constexpr int most_tries = 4;

/// Does work, and again where the database says that this may help. For single statements.
template <class Work>
auto repeatedly(sql_driver& database, Work work) -> decltype(work()) {
  for (int tries = 1;; ++tries) {
    auto result = work();
    if (result || tries == most_tries || !database.worth_repeating()) {
      return result;
    }
  }
}

/// Does work in one transaction that writes, which is taken back where the work fails. The work may
/// be done more than once.
template <class Work>
auto in_transaction(sql_driver& database, Work work) -> decltype(work()) {
  return repeatedly(database, [&]() -> decltype(work()) {
    if (auto ok = database.begin(); !ok) {
      return fail(std::move(ok));
    }
    auto result = work();
    if (!result) {
      database.roll_back();
      return result;
    }
    if (auto ok = database.commit(); !ok) {
      database.roll_back();
      return fail(std::move(ok));
    }
    return result;
  });
}

} // namespace faucet
