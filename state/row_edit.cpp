#include "state/row_edit.hpp"

namespace faucet {

expected<row_edit> row_edit::begin(state_store& store, const request& wanted, instant now,
                                   std::vector<std::string>& warnings) {
  row_edit result{store};
  for (const auto& key : wanted.keys) {
    auto grant =
      take_lease(store, {.row_key = key, .run_id = wanted.purpose, .force = wanted.force}, now);
    if (!grant) {
      return fail(std::move(grant));
    }
    if (!grant->lease) {
      return fail(ec::state_failed, grant->warning, key);
    }
    if (!grant->warning.empty()) {
      warnings.push_back(std::move(grant->warning));
    }
    result.leases_.push_back(std::move(*grant->lease));
  }
  return result;
}

row_edit::~row_edit() {
  for (const auto& lease : leases_) {
    // One that cannot be given back ends by itself, as that of a process that is gone.
    static_cast<void>(release_lease(*store_, lease));
  }
}

expected<void> check_no_run(state_store& store, const row_edit::request& wanted, instant now,
                            std::vector<std::string>& warnings) {
  for (const auto& key : wanted.keys) {
    auto holder = find_lease(store, key, now);
    if (!holder && wanted.force) {
      warnings.push_back(render(holder.error()) + "; changed all the same, for --force was given");
      continue;
    }
    if (!holder) {
      return fail(std::move(holder));
    }
    if (!*holder) {
      continue;
    }
    if (!wanted.force) {
      return fail(ec::state_conflict,
                  "this row is being run by " + describe_holder(**holder)
                    + "; wait until it ends, or take over with --force",
                  key);
    }
    warnings.push_back(key + " is being run by " + describe_holder(**holder)
                       + "; changed all the same, for --force was given");
  }
  return {};
}

} // namespace faucet
