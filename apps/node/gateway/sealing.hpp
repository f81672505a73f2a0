#pragma once

#include "apps/node/gateway/pipeline_check.hpp"
#include "apps/node/gateway/submission.hpp"
#include "config/secret_mask.hpp"
#include "state/history/member_registry.hpp"
#include "state/history/run_submission.hpp"
#include "state/sealing/vault.hpp"

#include <string>
#include <vector>

namespace faucet {

/// Puts the values of params into a pipeline. Returns those of secret ones.
/// Refused: values that are no scalars, and all that `set_params` refuses.
api_expected<std::vector<std::string>> take_params(node& document, const node& params);

/// Hides these values.
secret_mask mask_of(const std::vector<std::string>& values);

/// Stars secrets out of what probes found, which is told and stored.
void star_out(probed_pipeline& found, const secret_mask& secrets);

/// Refuses to seal while a member lives that cannot open what `keys` seal.
api_expected<void> check_members_open(const vault& keys, const std::vector<live_member>& members);

/// Seals the config of a run and the secrets of which it holds tokens.
expected<void> seal_run(new_run& run, const vault& keys, const std::vector<std::string>& secrets);

} // namespace faucet
