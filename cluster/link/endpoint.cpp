#include "cluster/link/endpoint.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace faucet {
namespace {

/// What a host name consists of, and an address with its scope.
bool may_be_in_host(char c) {
  auto letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_' || c == ':'
         || c == '%';
}

} // namespace

expected<endpoint> parse_endpoint(std::string_view text, std::string_view which) {
  auto refuse = [&](std::string_view why) {
    return fail(ec::invalid_config,
                "'" + std::string(text) + "' is no host:port: " + std::string(why),
                std::string(which));
  };
  auto colon = text.rfind(':');
  if (colon == std::string_view::npos) {
    return refuse("there is no port");
  }
  auto host = text.substr(0, colon);
  auto port = text.substr(colon + 1);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return refuse("an IPv6 address stands in brackets");
  }
  if (host.empty() || host.size() > 253 || !std::ranges::all_of(host, may_be_in_host)) {
    return refuse("the host is none");
  }
  endpoint result{std::string(host), 0};
  auto [end, fault] = std::from_chars(port.data(), port.data() + port.size(), result.port);
  if (port.empty() || fault != std::errc() || end != port.data() + port.size()) {
    return refuse("the port is a number up to 65535");
  }
  return result;
}

std::string to_string(const endpoint& x) {
  auto is_ipv6 = x.host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + x.host + "]" : x.host) + ":" + std::to_string(x.port);
}

bool is_loopback(const endpoint& x) {
  in_addr four{};
  if (inet_pton(AF_INET, x.host.c_str(), &four) == 1) {
    return ntohl(four.s_addr) >> 24U == 127;
  }
  return x.host == "::1" || x.host == "localhost";
}

bool is_wildcard(const endpoint& x) {
  in_addr four{};
  in6_addr six{};
  return (inet_pton(AF_INET, x.host.c_str(), &four) == 1 && four.s_addr == htonl(INADDR_ANY))
         || (inet_pton(AF_INET6, x.host.c_str(), &six) == 1 && IN6_IS_ADDR_UNSPECIFIED(&six));
}

} // namespace faucet
