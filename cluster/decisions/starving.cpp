#include "cluster/decisions/starving.hpp"

#include "cluster/decisions/placing.hpp"

#include <algorithm>

namespace faucet {

void take_pending(starving_state& x, const events::pending_answer& answer, const member_facts& self,
                  const std::vector<seen_member>& members,
                  std::optional<std::chrono::milliseconds> patience, moment now,
                  const cluster_timing& timing, effect_list& out) {
  if (!answer.by_pool) {
    return;
  }
  if (x.looked && now - *x.looked > timing.lease) {
    x.unserved.clear();
  }
  x.looked = now;
  std::map<std::string, moment> unserved;
  for (const auto& [pool, pending] : *answer.by_pool) {
    auto served = [&pool = pool](const seen_member& member) { return serves(member.facts, pool); };
    if (pending == 0 || serves(self, pool) || std::any_of(members.begin(), members.end(), served)) {
      continue;
    }
    auto before = x.unserved.find(pool);
    auto since = before == x.unserved.end() ? now : before->second;
    unserved.emplace(pool, since);
    if (patience && now - since >= *patience) {
      out.emplace_back(effects::fail_starved{pool, *patience});
    }
  }
  x.unserved = std::move(unserved);
}

} // namespace faucet
