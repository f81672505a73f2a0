#pragma once

#include <string_view>

namespace faucet {

/// The upper case of a character that becomes several (ß → SS); empty for all others.
std::u32string_view upper_of_several(char32_t c) noexcept;

} // namespace faucet
