#include "actors/page_flow.hpp"

#include "actors/defaults.hpp"
#include "model/page_builder.hpp"

namespace faucet {

namespace {

std::optional<page> take_front(std::deque<page>& from) {
  auto result = std::move(from.front());
  from.pop_front();
  return result;
}

} // namespace

// -- what may be done next ----------------------------------------------------

bool page_flow::take_credit() {
  auto under_way = pulling_ + read_.size() + (transforming_ || partly_ ? 1 : 0) + ready_.size()
                   + writing_ + (checkpointing_ && writing_ == 0 ? 1 : 0);
  if (ended_ || under_way >= defaults::pages_in_flight) {
    return false;
  }
  ++pulling_;
  return true;
}

std::optional<page> page_flow::take_for_transforms() {
  if (transforming_ || partly_ || read_.empty()) {
    return std::nullopt;
  }
  transforming_ = true;
  return take_front(read_);
}

bool page_flow::take_next_part() {
  if (transforming_ || !partly_ || ready_.size() >= defaults::pages_in_flight) {
    return false;
  }
  transforming_ = true;
  return true;
}

std::optional<page> page_flow::take_for_sink() {
  if (checkpointing_ || writing_ >= defaults::writes_in_flight || ready_.empty()) {
    return std::nullopt;
  }
  auto has_bookmark = rules_.checkpoints && ready_.front().resume();
  if (has_bookmark && writing_ > 0) {
    return std::nullopt; // its checkpoint covers what was written before, so that must be good
  }
  checkpointing_ = has_bookmark;
  ++writing_;
  return take_front(ready_);
}

bool page_flow::finished() const noexcept {
  return all_handed_over() && writing_ == 0 && !checkpointing_;
}

bool page_flow::all_handed_over() const noexcept {
  return ended_ && read_.empty() && !transforming_ && !partly_ && ready_.empty();
}

// -- what came of it ----------------------------------------------------------

bool page_flow::read(const page& rows, bool last) {
  --pulling_;
  if (ended_) {
    return false;
  }
  ended_ = last;
  if (rows.empty() && !rows.resume()) {
    return true;
  }
  if (rules_.transforms) {
    read_.push_back(rows);
  } else {
    enqueue(rows);
  }
  return true;
}

void page_flow::reading_failed() {
  --pulling_;
  ended_ = true;
}

void page_flow::transformed(const page& rows, bool more) {
  transforming_ = false;
  partly_ = more && !dropping_;
  enqueue(rows);
}

void page_flow::transforming_failed() {
  transforming_ = false;
  partly_ = false;
  dropping_ = true; // what is ready was made from earlier records
  ended_ = true;
  read_.clear();
}

void page_flow::written() {
  --writing_;
}

void page_flow::checkpointed() {
  checkpointing_ = false;
}

void page_flow::writing_failed() {
  --writing_;
  checkpointing_failed();
}

void page_flow::checkpointing_failed() {
  checkpointing_ = false;
  drop();
}

void page_flow::drop() {
  ended_ = true;
  dropping_ = true;
  partly_ = false;
  read_.clear();
  ready_.clear();
}

void page_flow::enqueue(page rows) {
  if (dropping_ || offered_ >= rules_.limit) {
    return;
  }
  if (rows.size() > rules_.limit - offered_) {
    rows = first_rows(rows, rules_.limit - offered_);
  }
  offered_ += rows.size();
  if (!rows.empty() || rows.resume()) {
    ready_.push_back(std::move(rows));
  }
  if (offered_ >= rules_.limit) {
    ended_ = true;
    partly_ = false;
    read_.clear();
  }
}

} // namespace faucet
