#include "apps/node/gateway/origins.hpp"

#include "model/ascii_case.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// "[::1]:8080" names ::1.
std::string name_in(std::string_view host) {
  if (host.starts_with('[')) {
    return ascii_lower(host.substr(1, host.find(']') - 1));
  }
  return ascii_lower(host.substr(0, host.find(':')));
}

std::string_view origin_of(const http_request& request) {
  return request.header("origin").value_or("");
}

bool may_ask(std::string_view origin, const control_settings& settings) {
  return !origin.empty() && contains_but_for_case(settings.cors_origins, origin);
}

/// Host and port, without the port that the scheme implies.
std::string authority(std::string_view scheme, std::string_view text) {
  std::string_view implied = same_but_for_case(scheme, "https") ? ":443" : ":80";
  if (text.ends_with(implied)) {
    text.remove_suffix(implied.size());
  }
  return ascii_lower(text);
}

/// Whether a page comes from where the request goes. Whoever stands before the node may speak TLS.
bool is_same_origin(std::string_view origin, std::string_view host) {
  auto end = origin.find("://");
  auto scheme = origin.substr(0, end);
  return end != std::string_view::npos && !host.empty()
         && (same_but_for_case(scheme, "http") || same_but_for_case(scheme, "https"))
         && authority(scheme, origin.substr(end + 3)) == authority(scheme, host);
}

bool may_change(std::string_view origin, std::string_view host, const control_settings& settings) {
  if (!settings.allowed_origins.empty()) {
    return contains_but_for_case(settings.allowed_origins, origin);
  }
  return settings.allowed_hosts.empty() || is_same_origin(origin, host);
}

} // namespace

void allow_origin(http_reply& reply, const http_request& request,
                  const control_settings& settings) {
  if (settings.cors_origins.empty()) {
    return;
  }
  reply.headers.emplace_back("Vary", "Origin");
  if (may_ask(origin_of(request), settings)) {
    reply.headers.emplace_back("Access-Control-Allow-Origin", origin_of(request));
  }
}

http_reply preflight(const http_request& request, const std::string& methods,
                     const control_settings& settings) {
  http_reply result{.status = 204, .type = "", .body = {}, .headers = {{"Allow", methods}}};
  if (may_ask(origin_of(request), settings)) {
    result.headers.emplace_back("Access-Control-Allow-Methods", methods);
    result.headers.emplace_back("Access-Control-Allow-Headers",
                                "Authorization, Content-Type, Last-Event-ID");
    result.headers.emplace_back("Access-Control-Max-Age", "600");
  }
  return result;
}

api_expected<void> check_origin(const http_request& request, const control_settings& settings) {
  auto host = request.header("host").value_or("");
  auto name = name_in(host);
  if (!settings.allowed_hosts.empty() && !contains_but_for_case(settings.allowed_hosts, name)) {
    return tl::unexpected{forbidden("this node does not go by the name \"" + name + "\"")};
  }
  auto origin = origin_of(request);
  auto reads = request.method == "GET" || request.method == "HEAD";
  if (reads || origin.empty() || may_ask(origin, settings) || may_change(origin, host, settings)) {
    return {};
  }
  return tl::unexpected{forbidden("pages of this origin may not change anything")};
}

} // namespace faucet
