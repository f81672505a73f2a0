#include "apps/node/node_door.hpp"

#include <caf/all.hpp>

#include <chrono>

namespace faucet {

namespace {

/// A member never blocks; one that takes longer is in trouble, or gone.
constexpr std::chrono::seconds patience{1};

/// How old an answer of the member may be. One request asks for it several times.
constexpr std::chrono::milliseconds freshness{50};

/// The first format of stored state in which bookmarks are enveloped.
constexpr uint32_t enveloped_state_format = 1;

} // namespace

node_door::node_door(caf::actor_system& system, bool clustered)
  : system_(system), clustered_(clustered) {
  // nop
}

void node_door::open(member_actor member) {
  std::lock_guard guard{mutex_};
  member_ = std::move(member);
}

void node_door::kick(const std::string& pool) {
  if (auto to = member()) {
    caf::anon_send(to, atom::kick::value, pool);
  }
}

void node_door::cancel(const std::string& run) {
  if (auto to = member()) {
    caf::anon_send(to, atom::cancel::value, run);
  }
}

node_view node_door::view() const {
  auto now = std::chrono::steady_clock::now();
  {
    std::lock_guard guard{mutex_};
    if (now < newest_until_ && !draining_) {
      return newest_;
    }
  }
  auto answer = ask();
  std::lock_guard guard{mutex_};
  if (answer && member_) {
    newest_ = std::move(*answer);
    newest_until_ = newest_.draining || !newest_.history_answers ? now : now + freshness;
  }
  auto result = newest_;
  result.history_answers = result.history_answers && answer;
  result.draining = result.draining || draining_;
  return result;
}

std::optional<node_view> node_door::ask() const {
  std::optional<node_view> result;
  if (auto to = member()) {
    caf::scoped_actor self{system_};
    self->request(to, patience, atom::view::value)
      .receive(
        [&](member_view& x) {
          result = {std::move(x.self), std::move(x.members), x.draining, x.history_answers};
        },
        [](const caf::error&) {});
  }
  if (result && !clustered_) {
    result->members.clear();
  }
  return result;
}

bool node_door::has_older_members() const {
  auto now = std::chrono::steady_clock::now();
  {
    std::lock_guard guard{mutex_};
    if (now < look_again_) {
      return has_older_members_;
    }
  }
  auto members = view().members; // itself among them, once they are known
  auto found = members.empty()
               || lowest_state_format(members, enveloped_state_format) < enveloped_state_format;
  std::lock_guard guard{mutex_};
  has_older_members_ = found;
  look_again_ = now + patience;
  return found;
}

void node_door::begin_draining() {
  std::lock_guard guard{mutex_};
  draining_ = true;
}

void node_door::close() {
  std::lock_guard guard{mutex_};
  member_ = nullptr;
  newest_until_ = {};
}

member_actor node_door::member() const {
  std::lock_guard guard{mutex_};
  return member_;
}

} // namespace faucet
