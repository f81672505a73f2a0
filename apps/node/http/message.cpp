#include "apps/node/http/message.hpp"

#include <algorithm>

namespace faucet {

namespace {

char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

std::optional<std::string_view> http_request::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (std::ranges::equal(key, name, {}, lower, lower)) {
      return value;
    }
  }
  return std::nullopt;
}

} // namespace faucet
