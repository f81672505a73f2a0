#pragma once

#include "config/node.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// Appends a tree as YAML, a line an entry, each indented by that many spaces. Texts are quoted
/// wherever YAML might read something else in them.
void append_yaml(std::string& out, const node& x, size_t indent);

/// Text as a comment: what would end the line becomes a space.
std::string yaml_comment(std::string_view text);

} // namespace faucet
