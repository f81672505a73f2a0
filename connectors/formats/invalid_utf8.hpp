#pragma once

#include "config/options.hpp"

#include <array>

namespace faucet {

/// What to do with text that is not UTF-8.
enum class invalid_utf8 { refuse, replace };

constexpr std::array<enum_name<invalid_utf8>, 2> enum_names(invalid_utf8) {
  return {{{"error", invalid_utf8::refuse}, {"replace", invalid_utf8::replace}}};
}

inline void invalid_utf8_field(option_visitor& v, invalid_utf8& policy) {
  v.field("invalid_utf8", policy, invalid_utf8::refuse,
          "What to do with bytes that are not UTF-8: end with an error that names the line, or "
          "replace them by U+FFFD.");
}

} // namespace faucet
