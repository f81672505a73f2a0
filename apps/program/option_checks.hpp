#pragma once

// What values of command line options may be, told in the program's own words.

#include <CLI/CLI.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faucet {

/// One of these words.
CLI::Validator one_of(std::vector<std::string> words);

/// One of the words; becomes its number, which the option's enumeration is read from.
CLI::Validator numbered(std::vector<std::pair<std::string, int>> words);

/// The spellings of an enumeration that declares them.
template <class Enum>
CLI::Validator one_of() {
  std::vector<std::pair<std::string, int>> words;
  for (const auto& [spelling, x] : enum_names(Enum{})) {
    words.emplace_back(spelling, static_cast<int>(x));
  }
  return numbered(std::move(words));
}

/// A whole number between these.
CLI::Validator whole_number(uint64_t least, uint64_t most = std::numeric_limits<uint64_t>::max());

} // namespace faucet
