#include "model/run_facts.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace faucet {

namespace {

constexpr std::array<std::string_view, 7> names{"queued",    "pending", "running",  "sharded",
                                                "completed", "failed",  "cancelled"};

} // namespace

const char* to_string(run_status x) noexcept {
  return names[static_cast<size_t>(x)].data();
}

std::optional<run_status> parse_run_status(std::string_view name) noexcept {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) {
      return static_cast<run_status>(i);
    }
  }
  return std::nullopt;
}

run_status stored_run_status(std::string_view name) noexcept {
  return parse_run_status(name).value_or(run_status::failed);
}

bool is_terminal(run_status x) noexcept {
  return x >= run_status::completed;
}

std::vector<run_hold> without(std::span<const run_hold> all, std::vector<run_hold> some) {
  std::ranges::sort(some);
  std::vector<run_hold> result;
  std::ranges::copy_if(all, std::back_inserter(result),
                       [&some](const run_hold& x) { return !std::ranges::binary_search(some, x); });
  return result;
}

} // namespace faucet
