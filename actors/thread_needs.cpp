#include "actors/thread_needs.hpp"

#include <caf/all.hpp>

#include <algorithm>
#include <numeric>

namespace faucet {

namespace {

constexpr size_t source_and_sink = 2;
constexpr size_t clock_and_printer = 2;

/// How many invocations of a child row are reckoned with. How many there will be, nobody knows yet.
constexpr size_t most_children = 64;

/// A child's drivers are not made yet: it may have transforms.
size_t threads_of(const row_plan& row) {
  auto transforms = !row.drivers || !row.drivers->transforms.empty();
  return source_and_sink + (transforms ? 1 : 0);
}

} // namespace

size_t threads_of(const run_plan& plan) {
  std::vector<size_t> needs;
  for (const auto& row : plan.rows) {
    auto invocations = row.parent ? std::min(plan.order.max_concurrent, most_children) : 1;
    needs.insert(needs.end(), invocations, threads_of(row));
  }
  std::ranges::sort(needs, std::greater{});
  auto at_a_time = std::min(plan.order.max_concurrent, needs.size());
  // Those of an invocation that ends may be there when the next one starts.
  auto overlap = needs.empty() ? 0 : needs.front();
  return std::accumulate(needs.begin(), needs.begin() + static_cast<ptrdiff_t>(at_a_time), overlap)
         + plan.stores.size() + plan.dead_letter_sinks.size();
}

size_t threads_of(const caf::actor_system_config& config) {
  return caf::get_or(config, "scheduler.max-threads", caf::defaults::scheduler::max_threads)
         + clock_and_printer;
}

} // namespace faucet
