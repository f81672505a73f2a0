#pragma once

#include "state/history/sql_driver.hpp"

#include <utility>

namespace faucet {

/// How often work is begun again that could not be done for a passing reason.
constexpr int most_tries = 4;

/// Does work, and again where the database says that this may help, unless `is_final` says that the
/// failure stands.
template <class Work, class Final>
auto repeatedly_until(sql_driver& database, Work work, Final is_final) -> decltype(work()) {
  for (int tries = 1;; ++tries) {
    auto result = work();
    if (result || tries == most_tries || is_final() || !database.worth_repeating()) {
      return result;
    }
  }
}

/// Does work, and again where the database says that this may help. For single statements.
template <class Work>
auto repeatedly(sql_driver& database, Work work) -> decltype(work()) {
  return repeatedly_until(database, std::move(work), [] { return false; });
}

/// Does work in one transaction that writes, which is taken back where the work fails. Done once;
/// `asked` becomes true when it may have happened.
template <class Work>
auto in_one_transaction(sql_driver& database, Work& work, bool& asked) -> decltype(work()) {
  if (auto ok = database.begin(); !ok) {
    return fail(std::move(ok));
  }
  auto result = work();
  if (!result) {
    database.roll_back();
    return result;
  }
  asked = true;
  if (auto ok = database.commit(); !ok) {
    database.roll_back();
    return fail(std::move(ok));
  }
  return result;
}

/// Does work in one transaction that writes. The work may be done more than once, and may have been
/// done before, where the answer was lost.
template <class Work>
auto in_transaction(sql_driver& database, Work work) -> decltype(work()) {
  auto asked = false;
  return repeatedly(database, [&] { return in_one_transaction(database, work, asked); });
}

/// The same for work that would do something else the second time: where it may have happened, it
/// is not done again, and its failure is the answer.
template <class Work>
auto in_transaction_at_most_once(sql_driver& database, Work work) -> decltype(work()) {
  auto asked = false;
  return repeatedly_until(
    database, [&] { return in_one_transaction(database, work, asked); }, [&] { return asked; });
}

} // namespace faucet
