#include "actors/host_store.hpp"

#include "actors/batch_counts.hpp"
#include "actors/hosting.hpp"
#include "state/key_migration.hpp"
#include "state/row_status.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

const std::string store_role = "state store";

run_event event_of(const invocation_report& how, instant at) {
  run_event result;
  result.at = at;
  result.run_id = how.run_id;
  result.records = how.records_out;
  result.duration_ms = static_cast<uint64_t>(how.elapsed.count());
  if (how.how == outcome::failed) {
    result.error_kind = to_string(how.failure.code);
    result.error = render(how.failure);
  }
  result.batches = batches_of(how.pages);
  return result;
}

} // namespace

store_actor::behavior_type store_state::make_behavior(std::shared_ptr<state_store> store,
                                                      std::shared_ptr<const write_permit> permit) {
  store_ = std::move(store);
  permit_ = std::move(permit);
  started_ = std::chrono::system_clock::now();
  started_steady_ = self_->home_system().clock().now();
  return {
    [this](atom::get, const std::string& key) { return get(key); },
    [this](atom::put, const std::string& key, const std::string& text) { return put(key, text); },
    [this](atom::claim, const row_claim& request) { return claim(request); },
    [this](atom::renew, const std::string& key) { return renew(key); },
    [this](atom::verify, const std::string& key) { return verify(key); },
    [this](atom::release, const std::string& key) { return release(key); },
    [this](atom::note, const std::string& key, const invocation_report& how) {
      return note(key, how);
    },
  };
}

caf::result<stored_text> store_state::get(const std::string& key) {
  return answer(call_driver(store_role, [&] { return store_->get(key); }).map([](auto&& held) {
    return stored_text{std::move(held)};
  }));
}

caf::result<atom::done> store_state::put(const std::string& key, const std::string& text) {
  return answer(call_permitted(permit_.get(), store_role, [&] { return store_->put(key, text); }));
}

// -- the run of a row ---------------------------------------------------------

caf::result<claimed_row> store_state::claim(const row_claim& request) {
  return answer(call_driver(store_role, [&] { return begin_row(request); }));
}

expected<claimed_row> store_state::begin_row(const row_claim& request) {
  claimed_row result;
  if (auto ok = store_->prepare(); !ok) {
    return fail(std::move(ok));
  }
  if (auto ok = take(request, result); !ok) {
    return fail(std::move(ok));
  }
  adopt(request, result);
  auto held = store_->get(request.key);
  if (!held) {
    release(request.key);
    return fail(std::move(held));
  }
  result.text = std::move(*held);
  return result;
}

expected<void> store_state::take(const row_claim& request, claimed_row& result) {
  auto granted = take_lease(*store_,
                            {.row_key = request.key,
                             .run_id = request.run_id,
                             .force = request.force,
                             .hold = request.hold},
                            now());
  if (!granted) {
    return fail(std::move(granted));
  }
  if (!granted->warning.empty()) {
    result.warnings.push_back(std::move(granted->warning));
  }
  result.leased = granted->lease.has_value();
  if (result.leased) {
    leases_.insert_or_assign(request.key, std::move(*granted->lease));
    return {};
  }
  return store_->check(); // without a lease a run may go on, without bookmarks it may not
}

void store_state::adopt(const row_claim& request, claimed_row& result) {
  auto begun = std::chrono::steady_clock::now();
  auto adopted = adopt_older_key(*store_, request.key, request.older_keys);
  result.adopting = std::chrono::steady_clock::now() - begun;
  if (!adopted) {
    result.adoption_failure = adopted.error().code;
    result.warnings.push_back("a bookmark under an older key was not looked for: "
                              + render(adopted.error()));
    return;
  }
  result.adopted = adopted->outcome;
  if (adopted->outcome == adoption::moved) {
    result.warnings.push_back("the bookmark was moved from the older key " + adopted->from);
  }
  if (adopted->outcome == adoption::raced) {
    result.warnings.push_back("the bookmark under the older key " + adopted->from
                              + " was left there: somebody else has stored one meanwhile");
  }
  if (adopted->warning) {
    result.adoption_failure = adopted->warning->code;
    result.warnings.push_back(render(*adopted->warning));
  }
}

caf::result<atom::done> store_state::renew(const std::string& key) {
  auto held = leases_.find(key);
  if (held == leases_.end()) {
    return to_caf({ec::lease_lost, "no lease is held", key});
  }
  return answer(call_driver(store_role, [&] { return renew_lease(*store_, held->second, now()); }));
}

caf::result<atom::done> store_state::verify(const std::string& key) {
  return answer(call_driver(store_role, [&] { return check(key); }));
}

expected<void> store_state::check(const std::string& key) {
  auto held = leases_.find(key);
  return held == leases_.end() ? expected<void>{} : check_lease(*store_, held->second);
}

caf::result<atom::done> store_state::release(const std::string& key) {
  auto held = leases_.find(key);
  if (held == leases_.end()) {
    return atom::done{};
  }
  auto ended = call_driver(store_role, [&] { return release_lease(*store_, held->second); });
  leases_.erase(held);
  return answer(ended);
}

caf::result<atom::done> store_state::note(const std::string& key, const invocation_report& how) {
  return answer(call_permitted(permit_.get(), store_role, [&]() -> expected<void> {
    if (auto ok = check(key); !ok) {
      return fail(std::move(ok));
    }
    return note_outcome(*store_, key, event_of(how, now()));
  }));
}

instant store_state::now() const {
  return started_ + (self_->home_system().clock().now() - started_steady_);
}

store_actor::behavior_type host_store(store_actor::stateful_pointer<store_state> self,
                                      std::shared_ptr<state_store> store,
                                      std::shared_ptr<const write_permit> permit) {
  return self->state.make_behavior(std::move(store), std::move(permit));
}

} // namespace faucet
