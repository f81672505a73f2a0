#include "apps/node/http/url.hpp"

#include "model/ascii_case.hpp"

#include <algorithm>
#include <charconv>

namespace faucet {

namespace {

tl::unexpected<error> bad_address(std::string why) {
  return fail(ec::invalid_config, std::move(why));
}

std::string in_brackets(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

/// Takes the host off the front of "host:port", and leaves ":port".
std::string_view take_host(std::string_view& authority) {
  auto is_bracketed = authority.starts_with('[');
  auto end = std::min(authority.find(is_bracketed ? ']' : ':'), authority.size());
  if (is_bracketed && end == authority.size()) {
    return {};
  }
  auto host = is_bracketed ? authority.substr(1, end - 1) : authority.substr(0, end);
  authority.remove_prefix(is_bracketed ? end + 1 : end);
  while (host.ends_with('.')) {
    host.remove_suffix(1);
  }
  return host;
}

} // namespace

std::string http_url::authority() const {
  return port == (is_secure ? 443 : 80) ? in_brackets(host) : place();
}

std::string http_url::place() const {
  return in_brackets(host) + ":" + std::to_string(port);
}

expected<http_url> parse_http_url(std::string_view text) {
  auto colon = std::min(text.find("://"), text.size());
  auto scheme = ascii_lower(text.substr(0, colon));
  if (colon == text.size() || (scheme != "http" && scheme != "https")) {
    return bad_address("the address must begin with http:// or https://");
  }
  auto odd = [](unsigned char c) { return c <= 0x20 || c >= 0x7f; };
  if (std::ranges::any_of(text, odd)) {
    return bad_address("the address holds a blank, a control character or no ASCII");
  }
  auto rest = text.substr(colon + 3);
  auto authority = rest.substr(0, std::min(rest.find_first_of("/?#\\"), rest.size()));
  rest.remove_prefix(authority.size());
  if (authority.find('@') != std::string_view::npos) {
    return bad_address("the address must not hold a user or a password");
  }
  if (rest.starts_with('\\')) {
    return bad_address("the address holds a backslash behind its host");
  }
  http_url result;
  result.is_secure = scheme == "https";
  result.port = result.is_secure ? 443 : 80;
  result.host = ascii_lower(take_host(authority));
  if (result.host.empty()) {
    return bad_address("the address has no host");
  }
  if (!authority.empty()) {
    const auto* end = authority.data() + authority.size();
    auto [stop, failed] = std::from_chars(authority.data() + 1, end, result.port);
    if (!authority.starts_with(':') || failed != std::errc{} || stop != end || result.port == 0) {
      return bad_address("the port of the address is no number from 1 to 65535");
    }
  }
  auto target = rest.substr(0, std::min(rest.find('#'), rest.size()));
  result.target = (target.starts_with('/') ? "" : "/") + std::string{target};
  return result;
}

} // namespace faucet
