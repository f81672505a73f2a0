#pragma once

#include "apps/node/http/exchange.hpp"
#include "state/history/open_history.hpp"

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace faucet {

/// The open streams of logs of a node. Lines come from the history alone, so a stream sees its run
/// on whichever node that runs, also after it has moved. Streams may be added from any thread; one
/// thread calls `tick`.
class log_streams {
public:
  using clock = std::chrono::steady_clock;

  /// How often `tick` should be called.
  static constexpr std::chrono::milliseconds pace{250};

  /// How many there may be.
  static constexpr size_t most = 512;

  /// A comment is sent after such a silence, so that nobody on the way takes it for dead.
  static constexpr std::chrono::seconds keep_alive{15};

  /// Sends what a run has logged behind `after`, and what it logs from now on, until it has ended.
  /// False where there are too many streams already.
  bool add(std::string run, uint64_t after, std::shared_ptr<http_stream> stream,
           clock::time_point now);

  /// Sends what there is to send; blocking, as the history is. A history that is away is asked
  /// once.
  void tick(history& kept, clock::time_point now);

  /// How many there are.
  [[nodiscard]] size_t size() const;

private:
  struct entry {
    std::string run;
    uint64_t after = 0;
    std::shared_ptr<http_stream> stream;
    clock::time_point spoke;
    clock::time_point due;
    uint64_t told_dropped = 0;
    int quiet_looks = 0; ///< since the run had ended
    bool is_done = false;
  };

  /// Sends what is new; nothing where the client does not take it. False where the history does not
  /// answer.
  static bool look(entry& x, history& kept, clock::time_point now);
  static bool say(entry& x, std::string text, clock::time_point now);
  static bool end_if_over(entry& x, history& kept, clock::time_point now);

  mutable std::mutex mutex_;
  std::list<entry> added_;   ///< not yet seen by a tick
  size_t size_ = 0;          ///< of both lists
  std::list<entry> entries_; ///< of the thread that ticks
};

} // namespace faucet
