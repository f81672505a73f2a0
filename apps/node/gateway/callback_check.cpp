#include "apps/node/gateway/callback_check.hpp"

#include "apps/node/http/url.hpp"
#include "model/ascii_case.hpp"
#include "state/json_text.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

using namespace std::string_view_literals;

/// What a callback tells of its run; see the documentation of callbacks.
constexpr std::array body_fields{
  "event"sv,        "run_id"sv,          "status"sv,     "name"sv,
  "labels"sv,       "submitted_at"sv,    "started_at"sv, "finished_at"sv,
  "elapsed_secs"sv, "records_written"sv, "error"sv,      "attempt"sv};

constexpr std::array methods{"POST"sv, "PUT"sv, "PATCH"sv};

struct callback_wish {
  std::string url;
  std::string method;
  named<std::string> headers;
  named<node> extra_fields;
  std::vector<std::string> on;
};

void fields(option_visitor& v, callback_wish& x) {
  v.field("url", x.url, required, "Where to send it: http or https.");
  v.field("method", x.method, "POST", "POST, PUT or PATCH.");
  v.field("headers", x.headers, named<std::string>{}, "Refused: they would be stored in clear.");
  v.field("extra_fields", x.extra_fields, named<node>{}, "Fields beside those of the run.");
  v.field("on", x.on, std::vector<std::string>{}, "completed, failed, cancelled; all unless set.");
}

tl::unexpected<api_error> refuse_callback(std::string why) {
  return tl::unexpected{unprocessable("callback: " + std::move(why))};
}

api_expected<std::vector<run_status>> ends_of(const std::vector<std::string>& names) {
  std::vector<run_status> result;
  for (const auto& name : names) {
    auto status = parse_run_status(name);
    if (!status || !is_terminal(*status)) {
      return refuse_callback("on: \"" + name
                             + "\" is no end of a run: completed, failed or cancelled");
    }
    result.push_back(*status);
  }
  if (result.empty()) {
    result = {run_status::completed, run_status::failed, run_status::cancelled};
  }
  return result;
}

} // namespace

bool is_named_host(std::string_view host, const std::vector<std::string>& hosts) {
  return contains_but_for_case(hosts, host);
}

api_expected<run_callback> check_callback(const node& callback,
                                          const std::vector<std::string>& hosts) {
  callback_wish wish;
  if (auto ok = read_options(callback, wish, "callback"); !ok) {
    return tl::unexpected{unprocessable(render(ok.error()))};
  }
  auto url = parse_http_url(wish.url);
  if (!url) {
    return refuse_callback(url.error().what);
  }
  const auto& host = url->host;
  auto is_named = is_named_host(host, hosts);
  if (!is_named && (is_link_local(host) || is_odd_number(host))) {
    return refuse_callback("the host \"" + host + "\" is link-local or a metadata service");
  }
  if (!is_named && !hosts.empty()) {
    return refuse_callback("the host \"" + host + "\" is not among those of --callback-allow-host");
  }
  if (!wish.headers.empty()) {
    return refuse_callback("headers are refused, since the history would keep them in clear");
  }
  if (std::ranges::find(methods, wish.method) == methods.end()) {
    return refuse_callback("method: expected POST, PUT or PATCH");
  }
  for (const auto& [name, value] : wish.extra_fields) {
    if (std::ranges::find(body_fields, name) != body_fields.end()) {
      return refuse_callback("extra_fields: \"" + name + "\" is a field of the callback itself");
    }
  }
  auto on = ends_of(wish.on);
  if (!on) {
    return tl::unexpected{std::move(on).error()};
  }
  return run_callback{.json = json_of(callback), .on = std::move(*on)};
}

} // namespace faucet
