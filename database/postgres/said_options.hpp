#pragma once

#include <functional>
#include <map>
#include <string>

namespace faucet {

/// The options of libpq that an address names itself, be it with an empty value; none of one that
/// libpq does not understand.
std::map<std::string, std::string, std::less<>> options_said_in(const std::string& address);

} // namespace faucet
