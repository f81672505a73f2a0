#include "tests/sim/witness.hpp"

#include "cluster/decisions/placing.hpp"

#include <algorithm>

namespace faucet::sim {

std::string render(const run_hold& x) {
  return x.run + ", epoch " + std::to_string(x.epoch);
}

std::optional<std::string> witness::unfinished() const {
  for (const auto& [id, x] : runs_) {
    if ((x.stored || x.accepted) && !x.end) {
      return id;
    }
  }
  return std::nullopt;
}

void witness::violated(const std::string& what, const std::string& which) {
  if (!violation_) {
    violation_ = which + ": " + what;
  }
}

bool witness::is_owned(const account& x, const std::string& owner, const run_hold& hold) const {
  return x.owned && x.owner == owner && x.epoch == hold.epoch;
}

void witness::end(account& x, run_status status) {
  x.owned = false;
  x.end = status;
  ++ended_;
}

// -- what the ledger did ------------------------------------------------------

void witness::stored(const std::string& id) {
  run(id).stored = true;
}

void witness::claimed(const std::string& owner, std::span<const claimed_run> runs,
                      std::chrono::milliseconds lease) {
  for (const auto& claim : runs) {
    auto& x = run(claim.hold.run);
    if (x.owned) {
      violated("was claimed while " + x.owner + " owns it", render(claim.hold));
    }
    if (x.end) {
      violated("was claimed after it had ended", render(claim.hold));
    }
    if (claim.hold.epoch != x.epoch + 1) {
      violated("the epoch before was " + std::to_string(x.epoch), render(claim.hold));
    }
    if (x.cancel_wanted && !claim.cancel_requested) {
      violated("the claim does not say that somebody wants it cancelled", render(claim.hold));
    }
    if (claim.attempt != x.lost + 1) {
      violated("is attempt " + std::to_string(claim.attempt) + " after " + std::to_string(x.lost)
                 + " that were lost",
               render(claim.hold));
    }
    x.owned = true;
    x.taken_early = false;
    x.claimed_cancelled = claim.cancel_requested;
    x.owner = owner;
    x.epoch = claim.hold.epoch;
    x.lease_ends = time_.now() + lease;
    ++x.claims;
    if (x.claims - x.hand_backs > max_attempts_) {
      violated("is executed more often than allowed", render(claim.hold));
    }
  }
}

void witness::renewed(const std::string& owner, std::span<const run_hold> holds,
                      std::chrono::milliseconds lease) {
  for (const auto& hold : holds) {
    auto& x = run(hold.run);
    if (!is_owned(x, owner, hold)) {
      violated("was renewed by " + owner + ", who does not own it", render(hold));
    }
    x.lease_ends = time_.now() + lease;
  }
}

void witness::finished(const std::string& owner, std::span<const run_end> ends,
                       std::span<const run_hold> counted) {
  for (const auto& one : ends) {
    if (std::find(counted.begin(), counted.end(), one.hold) == counted.end()) {
      continue;
    }
    auto& x = run(one.hold.run);
    if (x.end) {
      if (*x.end != one.status || x.epoch != one.hold.epoch || x.owner != owner) {
        violated("ended twice", render(one.hold));
      }
      continue;
    }
    if (!is_owned(x, owner, one.hold)) {
      violated("was ended by " + owner + ", who does not own it", render(one.hold));
    }
    if (x.claimed_cancelled && one.status == run_status::completed) {
      violated("completed although it was to be cancelled before it was claimed", render(one.hold));
    }
    if (one.status == run_status::cancelled && !x.cancel_wanted) {
      violated("ended as cancelled although nobody wanted that", render(one.hold));
    }
    end(x, one.status);
  }
}

void witness::handed_back(const std::string& owner, std::span<const run_hold> holds) {
  for (const auto& hold : holds) {
    auto& x = run(hold.run);
    if (!is_owned(x, owner, hold)) {
      violated("was handed back by " + owner + ", who does not own it", render(hold));
    }
    x.owned = false;
    ++x.hand_backs;
  }
}

void witness::take(account& x, const reclaimed_run& taken) {
  if (!x.owned || x.epoch != taken.lost.epoch || x.owner != taken.owner) {
    violated("was taken from " + taken.owner + ", who did not own it", render(taken.lost));
  }
  x.owned = false;
  ++x.lost;
  if (taken.failed) {
    end(x, run_status::failed);
  }
}

void witness::reclaimed(std::span<const reclaimed_run> runs) {
  for (const auto& taken : runs) {
    auto& x = run(taken.lost.run);
    if (x.lease_ends > time_.now()) {
      violated("was taken although its lease lasts", render(taken.lost));
    }
    take(x, taken);
  }
}

void witness::reclaimed_from(const std::string& instance, bool lives,
                             std::span<const reclaimed_run> runs) {
  if (lives) {
    violated("was held for dead and lives", instance);
  }
  for (const auto& taken : runs) {
    auto& x = run(taken.lost.run);
    x.taken_early = true;
    take(x, taken);
  }
}

void witness::cancelled(const std::string& id, const cancel_answer& answer) {
  auto& x = run(id);
  if (answer.outcome == cancel_answer::kind::missing && x.stored) {
    violated("is missing", id);
  }
  if (answer.outcome == cancel_answer::kind::asked) {
    x.cancel_wanted = true;
  }
  if (answer.outcome == cancel_answer::kind::cancelled) {
    if (x.owned || x.end) {
      violated("was cancelled as if it waited", id);
    }
    end(x, run_status::cancelled);
  }
}

void witness::starved(const std::string& pool, std::span<const std::string> runs) {
  constexpr std::chrono::seconds gap(15);
  constexpr std::chrono::seconds known_for_sure(45);
  for (const auto& [instance, member] : members_) {
    if (!runs.empty() && serves(member.facts, pool) && time_.now() - member.last < gap
        && time_.now() - member.since > known_for_sure) {
      violated("serves pool " + pool + ", whose runs were failed because nobody does", instance);
    }
  }
  for (const auto& id : runs) {
    auto& x = run(id);
    if (x.owned || x.end) {
      violated("was failed as if it waited", id);
    }
    end(x, run_status::failed);
  }
}

void witness::heard_of(const member_facts& member) {
  constexpr std::chrono::seconds gap(15);
  auto& x = members_[member.instance];
  if (time_.now() - x.last >= gap) {
    x.since = time_.now();
  }
  x.last = time_.now();
  x.facts = member;
}

// -- what clients, owners and sinks saw ---------------------------------------

void witness::accepted(const std::string& id) {
  auto& x = run(id);
  x.accepted = true;
  if (!x.stored) {
    violated("was accepted and is not stored", id);
  }
}

void witness::started(const std::string& owner, const run_hold& hold) {
  auto& x = run(hold.run);
  if (hold.epoch <= x.started_epoch) {
    violated("was started twice", render(hold));
  }
  if (hold.epoch == x.epoch && x.owner != owner && x.owned) {
    violated("was started by " + owner + ", who does not own it", render(hold));
  }
  if (hold.epoch == x.epoch && x.claimed_cancelled) {
    violated("was started although it was to be cancelled", render(hold));
  }
  x.started_epoch = hold.epoch;
}

void witness::write_began(const std::string& owner, const run_hold& hold) {
  auto& x = run(hold.run);
  if (x.taken_early && x.epoch == hold.epoch) {
    return;
  }
  if (!is_owned(x, owner, hold) || time_.now() >= x.lease_ends) {
    violated(owner + " writes without a lease", render(hold));
  }
}

void witness::write_landed(const run_hold& hold, bool fencing, bool taken) {
  if (!taken) {
    return;
  }
  auto& x = run(hold.run);
  if (hold.epoch < x.written_epoch) {
    if (fencing) {
      violated("a sink with an epoch check took a write after one of epoch "
                 + std::to_string(x.written_epoch),
               render(hold));
    }
    ++stale_writes_;
  }
  x.written_epoch = std::max(x.written_epoch, hold.epoch);
}

} // namespace faucet::sim
