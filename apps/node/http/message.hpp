#pragma once

#include "apps/node/http/target.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faucet {

/// Header fields in the order of the wire.
using http_headers = std::vector<std::pair<std::string, std::string>>;

/// The first header of that name, in any case.
std::optional<std::string_view> find_header(const http_headers& headers, std::string_view name);

/// One request, read wholly.
struct http_request {
  std::string method; ///< "GET", in upper case
  http_target target;
  http_headers headers;
  std::string body;
  std::string peer; ///< the address of whoever asks, without its port

  /// The first header of that name, in any case.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
};

struct http_reply {
  unsigned status = 200;
  std::string type = "application/json"; ///< empty where there is no body
  std::string body;
  http_headers headers; ///< beside those of the body and of the connection
};

} // namespace faucet
