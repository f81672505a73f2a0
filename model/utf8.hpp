#pragma once

#include <string_view>

namespace faucet {

/// True where the bytes are well-formed UTF-8: no overlong forms, surrogates or cut sequences.
bool is_utf8(std::string_view bytes) noexcept;

} // namespace faucet
