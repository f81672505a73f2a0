#pragma once

#include "actors/messages.hpp"
#include "actors/row_tally.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// What a row keeps in a state store, and how.
struct row_memory {
  store_actor store; ///< none = nothing is remembered
  std::string key;
  bool markers = false; ///< a lease while it runs, a status afterwards: durable stores, real runs
  bool force = false;   ///< take the lease over whoever holds it
  std::vector<std::string> older_keys;
  std::string store_type;                ///< for messages
  std::optional<run_hold> hold = {};     ///< of a run that a cluster executes
  std::shared_ptr<row_tally> tally = {}; ///< may be none
};

/// What one invocation has to do with its state store, from taking the lease to ending it. Lives
/// inside the invocation's actor; every function answers later, and at once where there is nothing
/// to ask.
class row_session {
public:
  /// What the session tells without being asked.
  struct listeners {
    std::function<void(const std::string&)> warn;
    std::function<void(const error&)> lost; ///< the lease: the row must stop
  };

  row_session(invocation_actor::pointer self, row_memory memory, std::string run_id,
              listeners hear);

  [[nodiscard]] bool remembers() const noexcept {
    return static_cast<bool>(memory_.store);
  }

  /// Set once the lease is lost: nothing may be stored any more.
  [[nodiscard]] const std::optional<error>& lost() const noexcept {
    return lost_;
  }

  /// How many requests the store has not answered, but for renewals of the lease.
  [[nodiscard]] size_t unanswered() const noexcept {
    return unanswered_;
  }

  /// "the redis state store".
  [[nodiscard]] std::string store_name() const;

  /// Takes the lease and reads the stored text. Where that is refused, nothing was changed.
  void begin(std::function<void(const expected<stored_text>&)> then);

  /// Looks whether the lease still is this run's, unless it did a moment ago. Call it at the
  /// boundaries of pages; lost() tells.
  void verify(const std::function<void()>& then);

  /// Stores a text under the row's key, unless the lease is lost.
  void put(const std::string& text, std::function<void(const expected<void>&)> then);

  /// The reminder has come: lengthens the lease and sets the next reminder.
  void renew();

  /// Keeps how the run ended and gives the lease back. Where the lease is found lost, nothing is
  /// kept and the listener hears of it. What else fails is told as a warning: the records have
  /// arrived.
  void end(const invocation_report& how, std::function<void()> then);

private:
  using moment = duration_tally::clock::time_point;

  void count_get(moment begun, bool found) const;
  void count_move(const claimed_row& known) const;
  void count_put(moment begun, const expected<void>& outcome) const;

  void begun(const claimed_row& known);

  /// A process that was held up may be late to hear that its lease is over.
  void notice_expiry();

  void verified(std::chrono::steady_clock::time_point asked);
  void remind();
  void lose(const error& why);

  /// What the store said of the lease; only that it is lost ends the row.
  void heed(const error& why, const std::string& what);

  void release(const std::function<void()>& then);

  /// What a failed request means to the user.
  [[nodiscard]] error why(const caf::error& reason) const;
  [[nodiscard]] std::chrono::steady_clock::time_point now() const;

  invocation_actor::pointer self_;
  row_memory memory_;
  std::string run_id_;
  listeners hear_;
  std::optional<error> lost_;
  std::chrono::steady_clock::time_point renewed_;
  std::chrono::steady_clock::time_point looked_; ///< at the lease, whatever was seen
  std::vector<std::function<void()>> waiting_;   ///< for the look under way
  size_t unanswered_ = 0;
  bool begun_ = false;
  bool leased_ = false;
  bool renewing_ = false;
};

} // namespace faucet
