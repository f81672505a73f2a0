#include "config/reference_budget.hpp"

namespace faucet {

namespace {

// What one document may grow to by its references.
constexpr size_t max_steps = 100'000;
constexpr size_t max_bytes = size_t{16} << 20;

} // namespace

expected<void> reference_budget::spend(size_t bytes, const position& where) {
  ++steps_;
  bytes_ += bytes;
  if (steps_ > max_steps || bytes_ > max_bytes) {
    return fail(ec::invalid_config,
                "references bring in too much: more than " + std::to_string(max_steps)
                  + " values or " + std::to_string(max_bytes) + " bytes",
                to_string(where));
  }
  return {};
}

expected<void> reference_budget::spend_copy(const node& copied, const position& where) {
  if (const auto* text = copied.text()) {
    return spend(text->size(), where);
  }
  if (auto ok = spend(0, where); !ok) {
    return ok;
  }
  if (const auto* items = copied.list()) {
    for (const auto& item : *items) {
      if (auto ok = spend_copy(item, where); !ok) {
        return ok;
      }
    }
  }
  if (const auto* entries = copied.map()) {
    for (const auto& entry : *entries) {
      if (auto ok = spend_copy(entry.value, where); !ok) {
        return ok;
      }
    }
  }
  return {};
}

} // namespace faucet
