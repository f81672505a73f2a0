#include "tests/sim/network.hpp"

#include "tests/sim/world.hpp"

#include <algorithm>
#include <utility>

namespace faucet::sim {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds look_every(500);
constexpr milliseconds silence_limit(5000); ///< of a link, until it counts as dropped

} // namespace

std::size_t place_of(const std::string& instance) {
  return static_cast<std::size_t>(instance[1] - '0');
}

network::network(world& around, std::size_t places)
  : world_(around), places_(places), links_(places * places) {
  // nop
}

network::link& network::between(std::size_t x, std::size_t y) {
  return links_[std::min(x, y) * places_ + std::max(x, y)];
}

bool network::linked(std::size_t from, std::size_t to) const {
  return links_[std::min(from, to) * places_ + std::max(from, to)].up;
}

void network::begin() {
  if (!world_.settings.mesh) {
    return;
  }
  look();
}

void network::look() {
  for (std::size_t x = 0; x < places_; ++x) {
    for (std::size_t y = x + 1; y < places_; ++y) {
      look_at(x, y);
    }
  }
  world_.time.after(look_every, [this] { look(); });
}

void network::look_at(std::size_t x, std::size_t y) {
  auto& one = between(x, y);
  auto& first = *world_.nodes[x];
  auto& second = *world_.nodes[y];
  auto now = world_.time.now();
  auto good = first.is_awake() && second.is_awake() && world_.conditions.reaches(x, y, now);
  if (one.up && good) {
    one.bad_since = milliseconds(-1);
  } else if (one.up) {
    if (one.bad_since.count() < 0) {
      one.bad_since = now;
    } else if (now - one.bad_since >= silence_limit) {
      drop(one, x, y);
    }
  } else if (good && now >= one.dial_at) {
    one = {true, first.instance(), second.instance(), milliseconds(-1), now};
    first.receive(events::link_up{second.instance()});
    second.receive(events::link_up{first.instance()});
  }
}

void network::drop(link& one, std::size_t x, std::size_t y) {
  one.up = false;
  one.dial_at = world_.time.now() + world_.chance.between(milliseconds(100), milliseconds(3000));
  auto tell = [](node& to, const std::string& instance, const std::string& about) {
    if (to.lives() && to.instance() == instance) {
      to.receive(events::link_down{about});
    }
  };
  tell(*world_.nodes[x], one.first, one.second);
  tell(*world_.nodes[y], one.second, one.first);
}

void network::process_ended(std::size_t place, const std::string& instance) {
  for (std::size_t other = 0; other < places_; ++other) {
    if (other == place) {
      continue;
    }
    auto& one = between(place, other);
    if (!one.up || (one.first != instance && one.second != instance)) {
      continue;
    }
    if (world_.conditions.reaches(place, other, world_.time.now())) {
      drop(one, std::min(place, other), std::max(place, other));
      continue;
    }
    auto peer = place < other ? one.second : one.first;
    one.up = false;
    one.dial_at = world_.time.now() + silence_limit;
    world_.time.after(silence_limit, [this, peer, instance] {
      if (auto* node = world_.find(peer)) {
        node->receive(events::link_down{instance});
      }
    });
  }
}

void network::send(std::size_t from, const std::string& to, const member_event& message) {
  auto place = place_of(to);
  auto now = world_.time.now();
  if (!linked(from, place) || !world_.conditions.reaches(from, place, now)) {
    return;
  }
  for (auto delay : world_.conditions.copies_of_message()) {
    world_.time.after(delay, [this, to, message] {
      if (auto* node = world_.find(to)) {
        node->receive(message);
      }
    });
  }
}

void network::knock(std::size_t from, const std::string& instance, uint64_t round) {
  auto place = place_of(instance);
  auto state = port_state::unknown;
  auto delay = world_.chance.between(milliseconds(1), milliseconds(20));
  auto& there = *world_.nodes[place];
  if (!world_.conditions.reaches(from, place, world_.time.now())) {
    state = port_state::unknown;
  } else if (!there.lives()) {
    state = port_state::refused;
  } else if (!there.is_awake()) {
    state = port_state::unknown; // the kernel takes the connection, nobody speaks
  } else {
    state = there.instance() == instance ? port_state::answers : port_state::replaced;
  }
  if (state == port_state::unknown) {
    delay = milliseconds(2000);
    if (world_.settings.bug == planted_bug::unreachable_port_is_refusal) {
      state = port_state::refused;
    }
  }
  world_.nodes[from]->later(delay, [this, from, instance, round, state] {
    world_.nodes[from]->receive(events::port_answer{instance, round, state});
  });
}

} // namespace faucet::sim
