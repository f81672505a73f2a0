#pragma once

#include "apps/node/gateway/submission.hpp"
#include "state/history/run_submission.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// True for what leads to the machine's own network and to the services that hand out a cloud
/// machine's secrets: link-local addresses of both families, also where they are mapped or
/// translated, and the well-known addresses and names. `host` is an address without brackets, or a
/// name.
bool is_link_local(std::string_view host);

/// Whether a host is among those of --callback-allow-host.
bool is_named_host(std::string_view host, const std::vector<std::string>& hosts);

/// Reads the callback of a submission and refuses, with 422, what will not be called: other schemes
/// than http and https, hosts that are link-local unless they are among `hosts`, hosts that are not
/// among them where there are any, credentials, headers, unknown ends.
api_expected<run_callback> check_callback(const node& callback,
                                          const std::vector<std::string>& hosts);

} // namespace faucet
