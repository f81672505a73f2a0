#include "actors/host_sink.hpp"

#include "actors/hosting.hpp"

#include <caf/all.hpp>

namespace faucet {

sink_actor::behavior_type sink_state::make_behavior(std::string type,
                                                    std::shared_ptr<sink_driver> driver,
                                                    driver_context context) {
  type_ = std::move(type);
  driver_ = std::move(driver);
  context_ = std::move(context);
  return {
    [this](atom::open, const sink_start& start) { return open(start); },
    [this](atom::write, const page& rows) { return write(rows); },
    [this](atom::flush) { return flush(); },
    [this](atom::close, ending how) { return close(how); },
  };
}

caf::result<atom::done> sink_state::open(const sink_start& start) {
  return answer(call_driver(type_, [&] { return driver_->open(context_, start); }));
}

caf::result<uint64_t> sink_state::write(const page& rows) {
  return answer(call_driver(type_, [&] { return driver_->write(rows); }).map([&] {
    return uint64_t{rows.size()};
  }));
}

caf::result<atom::done> sink_state::flush() {
  return answer(call_driver(type_, [&] { return driver_->flush(); }));
}

caf::result<atom::done> sink_state::close(ending how) {
  return answer(call_driver(type_, [&] { return driver_->close(how); }));
}

sink_actor::behavior_type host_sink(sink_actor::stateful_pointer<sink_state> self, std::string type,
                                    std::shared_ptr<sink_driver> driver, driver_context context) {
  return self->state.make_behavior(std::move(type), std::move(driver), std::move(context));
}

} // namespace faucet
