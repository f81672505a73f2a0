#include "state/store.hpp"

#include "state/random_name.hpp"

namespace faucet {

expected<void> state_store::check() {
  auto key = "faucet_doctor_probe." + random_name();
  if (auto ready = prepare(); !ready) {
    return ready;
  }
  if (auto put_one = put(key, R"({"probe":true})"); !put_one) {
    return put_one;
  }
  auto held = get(key);
  auto removed = remove(key); // also where reading failed
  if (!held) {
    return fail(std::move(held));
  }
  if (!*held) {
    return fail(ec::state_failed, "what was put a moment ago is not there", "state key " + key);
  }
  return removed;
}

} // namespace faucet
