#include "apps/program/timed_probe.hpp"

namespace faucet {

void make_probe(probe& into, std::chrono::seconds limit, blocking_call call,
                const secret_mask& secrets) {
  using clock = std::chrono::steady_clock;
  auto begin = clock::now();
  auto outcome = call_within(limit, std::move(call));
  into.elapsed_ms = static_cast<uint64_t>(
    std::chrono::duration_cast<std::chrono::milliseconds>(clock::now() - begin).count());
  into.status = outcome ? probe_status::pass : probe_status::fail;
  if (!outcome) {
    into.reason = render(masked(std::move(outcome).error(), secrets));
  }
}

} // namespace faucet
