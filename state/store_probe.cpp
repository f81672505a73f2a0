#include "state/store_probe.hpp"

#include "state/random_name.hpp"

namespace faucet {

expected<void> probe_store(state_store& store) {
  auto key = "faucet_doctor_probe." + random_name();
  const std::string content = R"({"probe":true})";
  if (auto ready = store.prepare(); !ready) {
    return ready;
  }
  if (auto put = store.put(key, content); !put) {
    return put;
  }
  auto held = store.get(key);
  auto removed = store.remove(key); // also where reading failed: nothing stays behind
  if (!held) {
    return fail(std::move(held));
  }
  if (!*held) {
    return fail(ec::state_failed, "what was put a moment ago is not there", "state key " + key);
  }
  return removed;
}

} // namespace faucet
