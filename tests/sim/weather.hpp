#pragma once

#include "tests/sim/dice.hpp"
#include "tests/sim/virtual_time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace faucet::sim {

/// How the way to the history is.
enum class sql_trouble : uint8_t {
  none,
  refused,      ///< fails at once
  hangs,        ///< fails after a while; sometimes it happens later all the same
  answers_lost, ///< happens, and then fails
  slow,         ///< takes seconds, sometimes more than anybody waits
};

/// What becomes of one statement.
struct statement_fate {
  std::optional<virtual_time> happens_after; ///< nothing: never
  virtual_time told_after{0};
  bool answered = false; ///< what is told is the answer, and not that there was none
};

/// The conditions that nodes are in: what reaches what, and how well.
class weather {
public:
  weather(dice& chance, std::size_t places);

  // -- conditions -------------------------------------------------------------

  /// The way of all nodes, or of one, to the history, until then.
  void trouble_for_all(sql_trouble kind, virtual_time until);
  void trouble_for(std::size_t place, sql_trouble kind, virtual_time until);

  /// Nodes of different sides do not reach one another.
  void part(std::vector<bool> sides, virtual_time until);

  /// A thousandth of so many statements and messages go wrong at any time.
  void spoil(int64_t of_thousand) noexcept {
    spoilt_ = of_thousand;
  }

  /// From here on all is well.
  void clear_up();

  // -- what they lead to ------------------------------------------------------

  /// How long a node waits for the history at most.
  static constexpr virtual_time patience{5000};

  statement_fate fate_of_statement(std::size_t place, virtual_time now);

  [[nodiscard]] bool reaches(std::size_t from, std::size_t to, virtual_time now) const;

  /// When each copy of a message arrives: none where it is lost.
  std::vector<virtual_time> copies_of_message();

private:
  struct spell {
    sql_trouble kind = sql_trouble::none;
    virtual_time until{0};
  };

  sql_trouble trouble_at(std::size_t place, virtual_time now);

  dice& dice_;
  int64_t spoilt_ = 0;
  spell all_;
  std::vector<spell> each_;
  std::vector<bool> sides_;
  virtual_time parted_until_{0};
};

} // namespace faucet::sim
