#include "apps/node/desk.hpp"

#include "actors/detached.hpp"

#include <caf/all.hpp>

#include <mutex>

namespace faucet {

namespace {

/// A history that several desks use in turns.
struct shared_history {
  std::shared_ptr<history> kept;
  std::mutex turn;
};

/// Lets others have their turn for a while.
class turn_given_up {
public:
  explicit turn_given_up(std::mutex& turn) : turn_(turn) {
    turn_.unlock();
  }

  turn_given_up(const turn_given_up&) = delete;
  turn_given_up& operator=(const turn_given_up&) = delete;

  ~turn_given_up() {
    turn_.lock();
  }

private:
  std::mutex& turn_;
};

struct desk_state {
  static inline constexpr const char* name = "desk";

  std::shared_ptr<shared_history> shared;
  std::unique_ptr<control_plane> plane;
};

desk_actor::behavior_type desk(desk_actor::stateful_pointer<desk_state> self,
                               const std::shared_ptr<const control_parts>& parts,
                               std::shared_ptr<shared_history> shared,
                               std::shared_ptr<waiting_line<desk_request>> line, size_t number) {
  self->state.shared = std::move(shared);
  self->state.plane = std::make_unique<control_plane>(parts, *self->state.shared->kept);
  return {
    [self, number, line = std::move(line)](atom::serve) {
      auto next = line->next(number);
      if (!next) {
        return;
      }
      {
        std::lock_guard guard{self->state.shared->turn};
        self->state.plane->serve(next->request, next->exchange);
      }
      self->send(self, atom::serve::value); // not in a loop: an exit comes between
    },
  };
}

std::shared_ptr<const control_parts> probing_out_of_turn(const control_parts& parts,
                                                         std::shared_ptr<shared_history> shared) {
  auto result = std::make_shared<control_parts>(parts);
  result->probe = [probe = parts.probe, shared = std::move(shared)](const submitted_pipeline& x) {
    turn_given_up meanwhile{shared->turn};
    return probe(x);
  };
  return result;
}

/// A guess from the text: whoever spells it otherwise makes others wait, and no more than that.
bool is_probed_first(const http_request& request) {
  return request.method == "POST" && request.body.find("\"doctor_first\"") != std::string::npos;
}

} // namespace

expected<void> desks::add(caf::blocking_actor& self, purpose for_what, size_t number,
                          const std::shared_ptr<const control_parts>& parts,
                          const std::shared_ptr<history>& kept) {
  auto shared = std::make_shared<shared_history>();
  shared->kept = kept;
  auto own_parts = probing_out_of_turn(*parts, shared);
  auto& [there, line] = groups_[static_cast<size_t>(for_what)];
  for (size_t i = 0; i < number; ++i) {
    auto made = spawn_detached(self, desk, own_parts, shared, line, there.size());
    if (!made) {
      return fail(std::move(made));
    }
    there.push_back(std::move(*made));
    caf::anon_send(there.back(), atom::serve::value); // to be free
  }
  return {};
}

bool desks::take(http_request& request, std::shared_ptr<http_exchange>& exchange) const {
  auto wanted = is_probed_first(request) ? purpose::probed_first : purpose::all;
  const auto& [there, line] = groups_[static_cast<size_t>(wanted)];
  auto room = wanted == purpose::probed_first ? patient_capacity : capacity;
  desk_request coming{std::move(request), exchange};
  auto placed = line->put(coming, room * there.size());
  if (!placed.taken) {
    request = std::move(coming.request);
    return false;
  }
  if (wanted == purpose::probed_first) {
    exchange->allow_any_time(); // --probe-timeout-secs says how long
  }
  if (placed.desk) {
    caf::anon_send(there[*placed.desk], atom::serve::value);
  }
  return true;
}

void desks::close() {
  for (auto& x : groups_) {
    for (auto& desk : x.desks) {
      caf::anon_send_exit(desk, caf::exit_reason::user_shutdown);
    }
    x.desks.clear();
    x.line->clear();
  }
}

} // namespace faucet
