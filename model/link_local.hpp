#pragma once

#include <string_view>

namespace faucet {

/// True for what leads to the machine's own network and to the services that hand out a cloud
/// machine's secrets: link-local addresses of both families, also where they are mapped or
/// translated, and the well-known addresses and names. `host` is an address without brackets, or a
/// name.
bool is_link_local(std::string_view host);

/// True for what resolvers take for an address although it is not written as one: 2852039166,
/// 0xa9.254.1.
bool is_odd_number(std::string_view host);

} // namespace faucet
