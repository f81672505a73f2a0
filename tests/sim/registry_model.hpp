#pragma once

#include "state/history/member_registry.hpp"
#include "state/instant.hpp"

#include <functional>
#include <map>
#include <string>
#include <utility>

namespace faucet::sim {

/// The members of the cluster, as a model in memory.
class registry_model : public member_registry {
public:
  explicit registry_model(std::function<instant()> clock) : clock_(std::move(clock)) {
    // nop
  }

  expected<void> heartbeat(const member_facts& facts) override {
    members_[facts.instance] = {facts, clock_()};
    return {};
  }

  expected<std::vector<live_member>> live(std::chrono::milliseconds window) override {
    std::vector<live_member> answer;
    for (const auto& [instance, member] : members_) {
      auto silence =
        std::chrono::duration_cast<std::chrono::milliseconds>(clock_() - member.second);
      if (window.count() > 0 && silence <= window) {
        answer.push_back({member.first, silence});
      }
    }
    return answer;
  }

  expected<void> leave(const std::string& instance) override {
    members_.erase(instance);
    return {};
  }

private:
  std::function<instant()> clock_;
  std::map<std::string, std::pair<member_facts, instant>> members_;
};

} // namespace faucet::sim
