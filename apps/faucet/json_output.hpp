#pragma once

#include <string>
#include <vector>

namespace faucet {

/// "[a,b]" of texts that are JSON already.
std::string json_list(const std::vector<std::string>& items);

/// The same of texts that are to become JSON.
std::string json_texts(const std::vector<std::string>& items);

/// JSON text as people read it, with every digit as it was, and a line feed behind it.
std::string indented(const std::string& json);

/// Prints it on stdout.
void print_json(const std::string& json);

} // namespace faucet
