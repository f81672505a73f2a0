#pragma once

#include "model/value.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// How the part of a state key that comes from data is rendered. A newer scheme keeps apart what an
/// older one let collide; what an older one stored is moved, see key_migration.hpp.
enum class key_scheme : uint8_t {
  verbatim = 1, ///< The text as it is.
  encoded = 2,  ///< What would split or break a key is replaced by a readable start and a hash.
  typed = 3,    ///< What is no string is tagged by its type: 42 is `_n.42`.
  current = 4,  ///< A string that names a marker is tagged too: `__lease__` is `_s.__lease__`.
};

enum class separators : bool { encoded, allowed };

/// One component of a state key: `raw` itself where it is made of key characters, is not longer
/// than 64 bytes and cannot split the key, else `<readable>.h<hash>`. With separators allowed, `:`
/// and
/// `/` may stand in it.
std::string encode_component(std::string_view raw, separators signs);

/// The component of a child's key that a parent's value makes.
std::string parent_component(const value& parent, key_scheme scheme = key_scheme::current);

/// True for `__lease__`, `__status__` and whatever else follows a key as its marker.
bool names_marker(std::string_view component) noexcept;

} // namespace faucet
