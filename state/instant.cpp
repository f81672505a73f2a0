#include "state/instant.hpp"

#include <date/date.h>

#include <sstream>

namespace faucet {

std::string to_text(instant x) {
  return date::format("%FT%TZ", x);
}

std::string to_text(std::chrono::sys_seconds x) {
  return date::format("%FT%TZ", x);
}

std::optional<instant> parse_instant(std::string_view text) {
  for (const auto* format : {"%FT%TZ", "%FT%T%Ez"}) {
    std::istringstream in{std::string{text}};
    instant result;
    if (in >> date::parse(format, result);
        in && in.peek() == std::istringstream::traits_type::eof()) {
      return result;
    }
  }
  return std::nullopt;
}

} // namespace faucet
