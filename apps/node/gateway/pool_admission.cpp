#include "apps/node/gateway/pool_admission.hpp"

#include <algorithm>
#include <set>

namespace faucet {

namespace {

std::string listed(const std::set<std::string>& names) {
  std::string result;
  for (const auto& name : names) {
    result += (result.empty() ? "" : ", ") + name;
  }
  return result.empty() ? "none" : result;
}

/// One without pools is of an older release, which knows the default one only.
void add_pools(std::set<std::string>& to, const member_facts& member) {
  if (member.pools) {
    to.insert(member.pools->begin(), member.pools->end());
  } else {
    to.insert(default_pool);
  }
}

std::string in_ticks(const std::string& pool) {
  return "`" + pool + "`";
}

} // namespace

api_expected<void> admit_to_pool(const std::string& pool, const node_view& view, bool clustered) {
  std::set<std::string> served;
  add_pools(served, view.self);
  if (!clustered) {
    if (served.contains(pool)) {
      return {};
    }
    return tl::unexpected{unprocessable("this server does not serve pool " + in_ticks(pool)
                                        + " (it serves: " + listed(served)
                                        + "); start it with `--pool " + pool + "`")};
  }
  for (const auto& member : view.members) {
    if (!member.facts.pools && pool != default_pool) {
      auto listen = member.facts.listen.empty() ? "unknown address" : member.facts.listen;
      return tl::unexpected{
        unprocessable("pool " + in_ticks(pool) + " cannot be used yet: cluster member "
                      + member.facts.instance + " (" + listen
                      + ") runs a faucet release without execution pools and would claim the run "
                        "whatever its pool; finish upgrading every replica first")};
    }
    add_pools(served, member.facts);
  }
  if (served.contains(pool)) {
    return {};
  }
  return tl::unexpected{unprocessable("no live cluster member serves pool " + in_ticks(pool)
                                      + " (live members serve: " + listed(served)
                                      + "); start a replica with `--pool " + pool + "`")};
}

} // namespace faucet
