#pragma once

#include <string>
#include <string_view>

namespace faucet {

/// An address as it may be shown: the password of a URL, of a query parameter `password=` and of a
/// `password=` in a list of keywords becomes "***".
std::string without_password(std::string_view address);

} // namespace faucet
