#include "tests/sim/work.hpp"

#include "tests/sim/node.hpp"
#include "tests/sim/world.hpp"

#include <algorithm>
#include <utility>

namespace faucet::sim {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds report_every(2000);

} // namespace

work::work(node& on, run_hold hold, moment write_until)
  : node_(on), process_(on.process()), hold_(std::move(hold)), write_until_(write_until),
    to_(on.around().destinations.at(hold_.run)) {
  auto& chance = on.around().chance;
  if (chance.chance(15)) {
    stuck_after_ = static_cast<uint32_t>(chance.between(1, 5));
  }
}

// -- what it is told ----------------------------------------------------------

void work::begin() {
  auto& around = node_.around();
  around.seen.started(node_.instance(), hold_);
  later(around.chance.between(milliseconds(1), milliseconds(50)), &work::next_page);
  later(report_every, &work::report);
}

void work::extend(moment write_until) {
  write_until_ = std::max(write_until_, write_until);
}

void work::stop() {
  stopping_ = true;
}

void work::drop() {
  dropped_ = true;
  milliseconds most(stuck_ ? 60'000 : 500);
  later(node_.around().chance.between(milliseconds(0), most), &work::stopped);
}

// -- what it does -------------------------------------------------------------

void work::later(virtual_time delay, void (work::*what)()) {
  if (node_.process() != process_) {
    return;
  }
  auto self = shared_from_this();
  node_.later(delay, [self, what] { (self.get()->*what)(); });
}

void work::report() {
  if (ended_ || stuck_) {
    return;
  }
  node_.receive(events::run_reported{hold_});
  later(report_every, &work::report);
}

void work::next_page() {
  if (ended_ || dropped_ || stuck_) {
    return;
  }
  stuck_ = stuck_after_ != 0 && pages_here_ >= stuck_after_;
  if (stuck_) {
    return;
  }
  if (stopping_) {
    return flush();
  }
  if (to_.written >= to_.pages) {
    return end(to_.end);
  }
  later(to_.page_time, &work::write_page);
}

void work::write_page() {
  if (ended_ || dropped_) {
    return;
  }
  if (stopping_) {
    return flush();
  }
  auto& around = node_.around();
  auto lawless = around.settings.bug == planted_bug::renew_after_isolation;
  if (node_.own_time() >= write_until_ && !lawless) {
    return; // it will be dropped at this very time
  }
  around.seen.write_began(node_.instance(), hold_);
  // What is on its way to the sink arrives there whatever becomes of the process; what is still in
  // the process goes as far as that does.
  auto flight = around.chance.between(milliseconds(1), milliseconds(300));
  if (around.chance.chance(500)) {
    auto self = shared_from_this();
    around.time.after(flight, [self] { self->landed(); });
  } else {
    later(flight, &work::landed);
  }
}

void work::landed() {
  auto& around = node_.around();
  auto unchecked = around.settings.bug == planted_bug::skip_epoch_check || !to_.fencing;
  auto taken = unchecked || hold_.epoch >= to_.newest_epoch;
  around.seen.write_landed(hold_, to_.fencing, taken);
  around.trace("sink", [&] { return render(hold_) + (taken ? ": written" : ": refused"); });
  if (taken) {
    to_.newest_epoch = std::max(to_.newest_epoch, hold_.epoch);
    ++to_.written;
  }
  ++pages_here_;
  later(milliseconds(0), &work::go_on);
}

void work::go_on() {
  if (to_.kills && pages_here_ == 2) {
    node_.crash();
  } else {
    next_page();
  }
}

void work::flush() {
  if (std::exchange(flushing_, true)) {
    return;
  }
  auto& chance = node_.around().chance;
  auto slow = chance.chance(100);
  auto time = slow ? chance.between(milliseconds(1000), milliseconds(40'000))
                   : chance.between(milliseconds(1), milliseconds(500));
  flush_status_ = chance.chance(50) ? run_status::failed : run_status::cancelled;
  later(time, &work::flushed);
}

void work::flushed() {
  if (!dropped_) {
    end(flush_status_);
  }
}

void work::stopped() {
  end(run_status::cancelled);
}

void work::end(run_status status) {
  if (std::exchange(ended_, true)) {
    return;
  }
  node_.receive(events::run_ended{hold_, status});
}

} // namespace faucet::sim
