#pragma once

#include <string>
#include <string_view>

namespace faucet {

/// The file name stem of a state key: `:`, `/` and upper-case letters become %XX, so that two keys
/// never share a file, also where file names ignore case. A stem that would be too long for a file
/// name becomes its beginning, a `~` and the SHA-256 of the key.
std::string key_to_stem(std::string_view key);

/// The stem that earlier releases used: of any length, upper-case letters as they are.
std::string key_to_older_stem(std::string_view key);

/// True where the stem does not tell the key.
bool is_shortened(std::string_view stem) noexcept;

/// The key behind a stem that is not shortened.
std::string stem_to_key(std::string_view stem);

} // namespace faucet
