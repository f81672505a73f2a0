#include "actors/host_sink.hpp"

#include "actors/hosting.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace faucet {

sink_actor::behavior_type sink_state::make_behavior(std::string type,
                                                    std::shared_ptr<sink_driver> driver,
                                                    driver_context context, rejection of_rows,
                                                    std::shared_ptr<const write_permit> permit,
                                                    gap_rule gaps) {
  type_ = std::move(type);
  driver_ = std::move(driver);
  context_ = std::move(context);
  permit_ = std::move(permit);
  gaps_ = std::move(gaps);
  if (of_rows == rejection::allowed) {
    context_.reject = [this](size_t row, error why) { rejected_.push_back({row, std::move(why)}); };
  }
  return {
    [this](atom::open, const sink_start& start) { return open(start); },
    [this](atom::write, const page& rows) { return write(rows); },
    [this](atom::flush) { return flush(); },
    [this](atom::close, ending how) { return close(how); },
    [this](atom::omitted) { return omitted(); },
  };
}

caf::result<atom::done> sink_state::open(const sink_start& start) {
  if (!opened_) {
    opened_ = call_driver(type_, [&] { return driver_->open(context_, start); });
  }
  return answer(*opened_);
}

caf::result<write_result> sink_state::write(const page& rows) {
  if (broken_off_) {
    return to_caf({*broken_off_, "not written behind a page that failed", type_});
  }
  rejected_.clear();
  auto write = [&] { return driver_->write(rows); };
  if (auto ok = call_permitted(permit_.get(), type_, write); !ok) {
    if (!gaps_ || !gaps_(ok.error())) {
      broken_off_ = ok.error().code;
    }
    return to_caf(ok.error());
  }
  std::ranges::stable_sort(rejected_, {}, &rejected_row::row);
  auto same_row = [](const rejected_row& x, const rejected_row& y) { return x.row == y.row; };
  rejected_.erase(std::unique(rejected_.begin(), rejected_.end(), same_row), rejected_.end());
  if (!rejected_.empty() && rejected_.back().row >= rows.size()) {
    return to_caf({ec::internal, "the driver rejected a row that the page does not have", type_});
  }
  return write_result{rows.size() - rejected_.size(), std::move(rejected_)};
}

caf::result<atom::done> sink_state::flush() {
  return answer(call_permitted(permit_.get(), type_, [&] { return driver_->flush(); }));
}

caf::result<atom::done> sink_state::close(ending how) {
  if (!opened_) {
    return atom::done{};
  }
  if (permit_ && !permit_->holds()) {
    how = ending::failed; // what is not published yet stays unpublished
  }
  return answer(call_driver(type_, [&] { return driver_->close(how); }));
}

caf::result<left_out> sink_state::omitted() {
  return answer(call_driver(type_, [&]() -> expected<left_out> { return driver_->omitted(); }));
}

sink_actor::behavior_type host_sink(sink_actor::stateful_pointer<sink_state> self, std::string type,
                                    std::shared_ptr<sink_driver> driver, driver_context context,
                                    rejection of_rows, std::shared_ptr<const write_permit> permit,
                                    gap_rule gaps) {
  return self->state.make_behavior(std::move(type), std::move(driver), std::move(context), of_rows,
                                   std::move(permit), std::move(gaps));
}

} // namespace faucet
