#include "cluster/mesh/contact_book.hpp"

#include <algorithm>
#include <utility>

namespace faucet {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Between the first two calls; then twice as long each time.
constexpr milliseconds first_pause{200};
constexpr milliseconds longest_pause = seconds{5};
constexpr milliseconds longest_seed_pause = seconds{30};

/// A node without a link that nobody has named for so long is forgotten.
constexpr milliseconds memory = seconds{120};

/// Calls at once; each has a thread.
constexpr size_t most_calls = 16;

} // namespace

contact_book::contact_book(std::string self, const std::vector<endpoint>& seeds, moment now)
  : self_(std::move(self)) {
  for (const auto& place : seeds) {
    seeds_[to_string(place)] = {.place = place, .next = now, .pause = first_pause};
  }
}

void contact_book::learn(const std::string& instance, const std::string& mesh, moment now) {
  auto place = parse_endpoint(mesh, instance);
  if (!place || instance.empty() || instance == self_) {
    return;
  }
  auto [at, fresh] = nodes_.try_emplace(instance);
  at->second.heard = now;
  at->second.place = std::move(*place);
  if (fresh) {
    at->second.next = now;
    at->second.pause = first_pause;
  }
}

void contact_book::take_knock(const std::string& instance, const std::string& mesh, moment now) {
  learn(instance, mesh, now);
  if (auto at = nodes_.find(instance); at != nodes_.end()) {
    at->second.next = std::min(at->second.next, now);
  }
}

void contact_book::take_link(const std::string& instance) {
  if (auto at = nodes_.find(instance); at != nodes_.end()) {
    at->second.linked = true;
    at->second.pause = first_pause;
  }
}

void contact_book::take_loss(const std::string& instance, moment now) {
  if (auto at = nodes_.find(instance); at != nodes_.end()) {
    at->second.linked = false;
    at->second.next = now;
    at->second.heard = now;
  }
}

void contact_book::take_bye(const std::string& instance) {
  if (auto at = nodes_.find(instance); at != nodes_.end()) {
    at->second.leaving = true;
  }
}

std::vector<contact_call> contact_book::due(moment now) {
  forget_the_gone(now);
  std::vector<contact_call> result;
  auto call = [&](const std::string& instance, contact& x, link_purpose purpose) {
    if (waits(x) && x.next <= now && calling_ < most_calls) {
      x.calling = true;
      ++calling_;
      result.push_back({instance, x.place, purpose});
    }
  };
  for (auto& [instance, x] : nodes_) {
    call(instance, x, self_ < instance ? link_purpose::stay : link_purpose::knock);
  }
  for (auto& [place, x] : seeds_) {
    x.linked = stands_for_linked(x);
    call({}, x, link_purpose::knock);
  }
  return result;
}

void contact_book::take_outcome(const contact_call& call, bool reached, moment now) {
  --calling_;
  auto* found = find(call);
  if (!found) {
    return;
  }
  auto& x = *found;
  auto longest = call.instance.empty() ? longest_seed_pause : longest_pause;
  x.calling = false;
  if (reached) {
    x.complaint.clear();
  }
  x.pause = reached && call.instance.empty() ? longest : x.pause;
  x.next = now + x.pause;
  x.pause = std::min(2 * x.pause, longest);
}

bool contact_book::note_complaint(const contact_call& call, const std::string& why) {
  auto* found = find(call);
  return !found || std::exchange(found->complaint, why) != why;
}

moment contact_book::next_due() const {
  auto result = moment::max();
  if (calling_ >= most_calls) {
    return result;
  }
  for (const auto* known : {&nodes_, &seeds_}) {
    for (const auto& [name, x] : *known) {
      result = waits(x) ? std::min(result, x.next) : result;
    }
  }
  return result;
}

const endpoint* contact_book::place_of(const std::string& instance) const {
  auto at = nodes_.find(instance);
  return at == nodes_.end() ? nullptr : &at->second.place;
}

contact_book::contact* contact_book::find(const contact_call& call) {
  auto& known = call.instance.empty() ? seeds_ : nodes_;
  auto at = known.find(call.instance.empty() ? to_string(call.place) : call.instance);
  return at == known.end() ? nullptr : &at->second;
}

bool contact_book::stands_for_linked(const contact& seed) const {
  return std::ranges::any_of(
    nodes_, [&](const auto& x) { return x.second.linked && x.second.place == seed.place; });
}

void contact_book::forget_the_gone(moment now) {
  std::erase_if(nodes_, [now](const auto& x) {
    const auto& node = x.second;
    return !node.linked && !node.calling && now - node.heard > memory;
  });
}

} // namespace faucet
