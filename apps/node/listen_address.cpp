#include "apps/node/listen_address.hpp"

#include <arpa/inet.h>

#include <charconv>
#include <string_view>

namespace faucet {

namespace {

bool is_address(int family, const std::string& host) {
  in6_addr room{};
  return ::inet_pton(family, host.c_str(), &room) == 1;
}

bool is_v6(const std::string& host) {
  return host.find(':') != std::string::npos;
}

bool take_port(std::string_view text, uint16_t& into) {
  const auto* end = text.data() + text.size();
  auto [stop, failed] = std::from_chars(text.data(), end, into);
  return failed == std::errc{} && stop == end;
}

} // namespace

bool listen_address::is_loopback() const {
  return host == "::1" || host.starts_with("127.");
}

std::string listen_address::text() const {
  return (is_v6(host) ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

expected<listen_address> parse_listen_address(const std::string& text) {
  auto refuse = [&text](std::string what) {
    return fail(ec::invalid_config, std::move(what), "--listen " + text);
  };
  auto colon = text.rfind(':');
  if (colon == std::string::npos) {
    return refuse("is HOST:PORT, as in 127.0.0.1:8080");
  }
  listen_address result{.host = text.substr(0, colon)};
  if (!take_port(std::string_view{text}.substr(colon + 1), result.port)) {
    return refuse("the port is a whole number from 0 to 65535");
  }
  auto in_brackets =
    result.host.size() > 2 && result.host.front() == '[' && result.host.back() == ']';
  if (in_brackets) {
    result.host = result.host.substr(1, result.host.size() - 2);
  } else if (result.host == "localhost") {
    result.host = "127.0.0.1";
  }
  if (!is_address(in_brackets ? AF_INET6 : AF_INET, result.host)) {
    return refuse("the host is an address of this machine, such as 127.0.0.1, 0.0.0.0 or [::1]");
  }
  return result;
}

} // namespace faucet
