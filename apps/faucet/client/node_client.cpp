#include "apps/faucet/client/node_client.hpp"

#include "apps/node/http/client.hpp"
#include "config/json_reader.hpp"
#include "model/percent_escapes.hpp"
#include "state/json_text.hpp"

namespace faucet {

namespace {

/// What a node says of a refusal: its own words, else the status.
std::string refusal_of(const http_answer& answer) {
  auto fallback = "answered with status " + std::to_string(answer.status);
  auto read = read_json(answer.body, nullptr);
  const auto* told = read ? read->find("error") : nullptr;
  if (told == nullptr || told->map() == nullptr) {
    return fallback;
  }
  auto result = text_field(*told, "message").value_or(fallback);
  if (const auto* details = told->find("details"); details != nullptr && !details->is_null()) {
    result += " " + json_of(*details);
  }
  return result;
}

/// `unavailable` is for what may be tried again.
ec code_of(unsigned status) {
  if (status == 400 || status == 422) {
    return ec::invalid_config;
  }
  return status == 429 || status >= 502 ? ec::unavailable : ec::state_failed;
}

} // namespace

std::string path_with(const std::string& path, const query_parameters& query) {
  auto result = path;
  for (const auto& [name, value] : query) {
    result += result.size() == path.size() ? '?' : '&';
    result += name + "=" + percent_encoded(value);
  }
  return result;
}

expected<node_client> node_of(const client_flags& flags) {
  return access_of(flags).map([](node_access&& at) { return node_client{std::move(at)}; });
}

std::string run_path(const std::string& run, const std::string& rest) {
  return "/v1/runs/" + percent_encoded(run) + rest;
}

expected<node_reply> node_client::call(const std::string& method, const std::string& path,
                                       const std::string& body, unsigned also) const {
  http_call request{.method = method, .url = at_.url + path};
  if (!at_.token.empty()) {
    request.headers.emplace_back("Authorization", "Bearer " + at_.token);
  }
  if (!body.empty()) {
    request.headers.emplace_back("Content-Type", "application/json");
    request.body = body;
  }
  auto answer = call_http(request);
  if (!answer) {
    return fail(std::move(answer));
  }
  if (answer->status >= 300 && answer->status != also) {
    constexpr unsigned unknown = 401;
    auto advice = answer->status == unknown ? " (give it with --token or FAUCET_TOKEN)" : "";
    return fail(code_of(answer->status), refusal_of(*answer) + advice, "node " + at_.url);
  }
  return node_reply{answer->status, std::move(answer->body)};
}

expected<node> node_client::show(const std::string& path, unsigned also) const {
  auto reply = call("GET", path, {}, also);
  if (!reply) {
    return fail(std::move(reply));
  }
  auto read = read_json(reply->body, nullptr);
  if (!read || read->map() == nullptr) {
    return fail(ec::unavailable, "did not answer with JSON", "node " + at_.url);
  }
  return read;
}

} // namespace faucet
