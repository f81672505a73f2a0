#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/moment.hpp"
#include "model/run_facts.hpp"
#include "tests/sim/destination.hpp"

#include <memory>

namespace faucet::sim {

class node;

/// One execution of a run on a node: it writes page after page, checks before each that its lease
/// lets it, reports, stops when it is told to, and gets stuck at times.
class work : public std::enable_shared_from_this<work> {
public:
  work(node& on, run_hold hold, moment write_until);

  void begin();
  void extend(moment write_until);
  void stop();
  void drop();

private:
  /// In the process that it began in, or not at all.
  void later(virtual_time delay, void (work::*what)());

  void report();
  void next_page();
  void write_page();
  void landed();
  void go_on();
  void flush();
  void flushed();
  void stopped();
  void end(run_status status);

  node& node_;
  uint32_t process_;
  run_hold hold_;
  moment write_until_;
  destination& to_;
  uint32_t pages_here_ = 0;
  uint32_t stuck_after_ = 0; ///< pages; 0: it never gets stuck
  bool flushing_ = false;
  run_status flush_status_ = run_status::cancelled;
  bool stuck_ = false;
  bool stopping_ = false;
  bool dropped_ = false;
  bool ended_ = false;
};

} // namespace faucet::sim
