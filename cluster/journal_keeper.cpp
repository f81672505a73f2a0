#include "cluster/journal_keeper.hpp"

#include "actors/hosting.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

constexpr std::chrono::milliseconds pause{200};
constexpr size_t batch = 2000;

} // namespace

journal_actor::behavior_type journal_keeper::make_behavior(std::shared_ptr<run_journal> journal,
                                                           std::shared_ptr<history> opened) {
  journal_ = std::move(journal);
  history_ = std::move(opened);
  remind();
  return {
    [this](atom::write) {
      while (write_some()) {
      }
      remind();
    },
    [this](atom::flush) {
      while (write_some()) {
      }
      return atom::done{};
    },
  };
}

bool journal_keeper::write_some() {
  if (unwritten_.empty()) {
    unwritten_ = journal_->take(batch);
  }
  if (unwritten_.empty()) {
    return false;
  }
  auto done = call_driver("history", [&] { return history_->logs().append(unwritten_); });
  if (!done && is_transient(done.error())) {
    return false;
  }
  if (!done) {
    journal_->lose(unwritten_);
  }
  unwritten_.clear();
  return done.has_value();
}

void journal_keeper::remind() {
  self_->delayed_send(self_, pause, atom::write::value);
}

journal_actor::behavior_type keep_journal(journal_actor::stateful_pointer<journal_keeper> self,
                                          std::shared_ptr<run_journal> journal,
                                          std::shared_ptr<history> opened) {
  return self->state.make_behavior(std::move(journal), std::move(opened));
}

} // namespace faucet
