#include "apps/node/http/message.hpp"

#include "model/ascii_case.hpp"

namespace faucet {

std::optional<std::string_view> find_header(const http_headers& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (same_but_for_case(key, name)) {
      return value;
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> http_request::header(std::string_view name) const {
  return find_header(headers, name);
}

} // namespace faucet
