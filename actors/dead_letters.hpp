#pragma once

#include "config/secret_mask.hpp"
#include "model/error.hpp"
#include "model/page.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

namespace faucet {

/// A record that a sink could not write, by its place in the page.
struct rejected_row {
  uint64_t row = 0;
  error why;
};

/// Which dead letters one invocation writes, and how many of them it bears.
struct dead_letter_rules {
  std::string pipeline;
  std::string row;
  std::string sink; ///< type
  secret_mask secrets;
  bool whole_pages = false; ///< a page that the sink refuses becomes dead letters, too
  bool payload = true;      ///< a letter carries its record
  uint64_t max_per_page = std::numeric_limits<uint64_t>::max();
  uint64_t max_total = std::numeric_limits<uint64_t>::max();

  /// True where a failed page may be turned into letters: it failed because of what is in it, and
  /// not because the sink is away or the run is over.
  [[nodiscard]] bool take_page(const error& why) const noexcept;
};

/// Writes the letters of one invocation and counts them:
/// {"error":{"kind","message"},"reason","payload","ts_ms","sink","pipeline","row","record_index"}.
class dead_letters {
public:
  using time = std::chrono::system_clock::time_point;

  explicit dead_letters(dead_letter_rules rules);

  [[nodiscard]] bool take_page(const error& why) const noexcept {
    return rules_.take_page(why);
  }

  /// One letter a rejected row.
  page of_rows(const page& origin, std::span<const rejected_row> rejected, time now);

  /// One letter a record of a page that failed as a whole.
  page of_page(const page& origin, const error& why, time now);

  /// Letters so far.
  [[nodiscard]] uint64_t count() const noexcept {
    return count_;
  }

  /// Set once there are more letters than the run bears. The page they come from is finished first.
  [[nodiscard]] const std::optional<error>& exceeded() const noexcept {
    return exceeded_;
  }

private:
  void note(uint64_t letters);

  dead_letter_rules rules_;
  uint64_t count_ = 0;
  std::optional<error> exceeded_;
};

} // namespace faucet
