#pragma once

#include <string>

namespace faucet {

/// 32 hexadecimal digits that nobody else has drawn.
std::string random_name();

} // namespace faucet
