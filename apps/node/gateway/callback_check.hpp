#pragma once

#include "apps/node/gateway/submission.hpp"
#include "model/link_local.hpp"
#include "state/history/run_submission.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Whether a host is among those of --callback-allow-host.
bool is_named_host(std::string_view host, const std::vector<std::string>& hosts);

/// Reads the callback of a submission and refuses, with 422, what will not be called: other schemes
/// than http and https, hosts that are link-local unless they are among `hosts`, hosts that are not
/// among them where there are any, credentials, headers, unknown ends.
api_expected<run_callback> check_callback(const node& callback,
                                          const std::vector<std::string>& hosts);

} // namespace faucet
