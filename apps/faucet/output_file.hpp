#pragma once

#include "model/error.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// Makes the file hold `text` in one step: whoever looks finds all of it, or what was there before.
expected<void> write_output_file(const std::string& path, std::string_view text);

} // namespace faucet
