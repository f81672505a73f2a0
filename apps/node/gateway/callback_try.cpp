#include "apps/node/gateway/callback_try.hpp"

#include "apps/node/gateway/callback_check.hpp"
#include "apps/node/gateway/run_json.hpp"
#include "apps/node/http/client.hpp"
#include "apps/node/http/url.hpp"
#include "config/json_reader.hpp"
#include "state/json_text.hpp"

#include <algorithm>

namespace faucet {

namespace {

using steady = std::chrono::steady_clock;

constexpr uint64_t most_tries = 3;
constexpr std::chrono::milliseconds first_pause{250};

/// Where to call, checked.
expected<std::vector<std::string>> addresses_of(const http_url& to,
                                                const std::vector<std::string>& hosts) {
  auto is_named = is_named_host(to.host, hosts);
  if (!is_named && !hosts.empty()) {
    return fail(ec::invalid_config, "is not among the hosts of --callback-allow-host", to.host);
  }
  auto found = resolve_host(to.host, callback_time / 2);
  if (found && !is_named
      && (is_link_local(to.host) || std::ranges::any_of(*found, is_link_local))) {
    return fail(ec::invalid_config, "is link-local or a metadata service", to.host);
  }
  return found;
}

/// Fails with `unavailable` where another try may help.
expected<void> call(const delivery& x, const std::vector<std::string>& hosts) {
  auto begun = steady::now();
  auto wish = read_json(x.callback, std::make_shared<const std::string>("callback"));
  auto url = wish ? text_field(*wish, "url") : std::nullopt;
  auto to = parse_http_url(url.value_or(""));
  if (!to) {
    return fail(ec::invalid_config, to.error().what, "callback");
  }
  auto addresses = addresses_of(*to, hosts);
  if (!addresses) {
    return fail(std::move(addresses));
  }
  const auto* extra = wish->find("extra_fields");
  auto took = std::chrono::duration_cast<std::chrono::milliseconds>(steady::now() - begun);
  auto answer = call_http({.method = text_field(*wish, "method").value_or("POST"),
                           .url = *url,
                           .headers = {{"Content-Type", "application/json"}},
                           .body = callback_json(x.record, extra == nullptr ? node{} : *extra),
                           .connect_time = callback_time,
                           .reply_time = callback_time,
                           .status_only = true, // nothing else counts, however long it is
                           .addresses = std::move(*addresses),
                           .whole_time = callback_time - took});
  if (!answer) {
    return fail(std::move(answer));
  }
  if (answer->status < 200 || answer->status >= 300) {
    return fail(ec::unavailable, "answered with status " + std::to_string(answer->status),
                to->place());
  }
  return {};
}

} // namespace

callback_verdict try_callback(const delivery& x, const std::vector<std::string>& hosts) {
  auto done = call(x, hosts);
  if (done) {
    return {};
  }
  callback_verdict result{.error = render(done.error()), .pause = {}};
  if (is_transient(done.error()) && x.tries < most_tries) {
    result.pause = first_pause * (1U << (std::max<uint64_t>(x.tries, 1) - 1));
  }
  return result;
}

} // namespace faucet
