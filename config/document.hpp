#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// A configuration is text that people write; a larger file is a mistake.
inline constexpr size_t max_document_bytes = size_t{4} << 20;

/// The tree that a text means: strict JSON where `file_name` ends in .json, else YAML. Every node
/// and key knows its line. Refused with file and line: broken syntax, duplicate keys, deep nesting,
/// aliases that expand beyond bounds, more than one document, none, and what is no UTF-8.
expected<node> parse_document(std::string_view text, const std::string& file_name);

/// Reads a file and parses it; messages name it as `path` does.
expected<node> load_document(const std::string& path);

} // namespace faucet
