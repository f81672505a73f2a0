#include "apps/program/described_types.hpp"

#include "connectors/catalogue.hpp"
#include "state/store_types.hpp"

namespace faucet {

namespace {

template <class Entries>
std::vector<described_type> described(const Entries& entries) {
  std::vector<described_type> result;
  for (const auto& entry : entries) {
    result.push_back({std::string{entry.type}, std::string{entry.summary}, entry.options()});
  }
  return result;
}

} // namespace

described_types describe_everything() {
  const auto& all = built_in_catalogue();
  return {described(all.sources), described(all.sinks), described(all.transforms),
          described(built_in_stores())};
}

} // namespace faucet
