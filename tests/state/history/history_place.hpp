#pragma once

#include "state/history/open_history.hpp"
#include "tests/catch.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faucet::test {

/// Somewhere to keep a history, empty at first and gone with this.
class history_place {
public:
  virtual ~history_place() = default;

  [[nodiscard]] virtual std::string url() const = 0;

  /// A connection for what no part of the history does, whose tables may not be there yet.
  virtual std::unique_ptr<sql_driver> raw() = 0;

  /// One connection to the history.
  std::unique_ptr<history> open(uint64_t most_log_lines = 100'000);
};

std::vector<std::string> kinds_of_histories();

std::unique_ptr<history_place> make_history_place(std::string_view kind);

/// A place of one kind after the other; the test runs once for each.
inline std::unique_ptr<history_place> each_history_place() {
  auto kind = GENERATE(from_range(kinds_of_histories()));
  UNSCOPED_INFO("in " << kind);
  return make_history_place(kind);
}

} // namespace faucet::test
