#include "apps/node/http/api_error.hpp"

#include "model/json_writer.hpp"
#include "model/utf8.hpp"

namespace faucet {

namespace {

constexpr const char* retry_seconds = "5";

/// What a message repeats of a request may be anything.
void append_text(std::string& json, std::string_view text) {
  append_json(json, value::of_string(with_utf8_replaced(text)));
}

} // namespace

api_error bad_request(std::string message) {
  return {400, "bad_config", std::move(message), {}};
}

api_error unauthorized() {
  return {401, "unauthorized", "missing or invalid bearer token", {}};
}

api_error forbidden(std::string message) {
  return {403, "forbidden", std::move(message), {}};
}

api_error not_found(std::string message) {
  return {404, "not_found", std::move(message), {}};
}

api_error conflict(std::string message) {
  return {409, "conflict", std::move(message), {}};
}

api_error payload_too_large(std::string message) {
  return {413, "payload_too_large", std::move(message), {}};
}

api_error unsupported_media_type(std::string message) {
  return {415, "unsupported_media_type", std::move(message), {}};
}

api_error unprocessable(std::string message) {
  return {422, "unprocessable", std::move(message), {}};
}

api_error queue_full(std::string message) {
  return {429, "queue_full", std::move(message), {}};
}

api_error limit_exceeded(std::string message) {
  return {429, "limit_exceeded", std::move(message), {}};
}

api_error headers_too_large(std::string message) {
  return {431, "headers_too_large", std::move(message), {}};
}

api_error internal_error(std::string message) {
  return {500, "internal", std::move(message), {}};
}

api_error unavailable(std::string message) {
  return {503, "unavailable", std::move(message), {}};
}

api_error draining() {
  return {503, "draining", "this node is shutting down", {}};
}

http_reply to_reply(const api_error& x) {
  http_reply result{.status = x.status};
  result.body = R"({"error":{"code":)";
  append_text(result.body, x.code);
  result.body += R"(,"message":)";
  append_text(result.body, x.message);
  if (!x.details.empty()) {
    result.body += R"(,"details":)" + x.details;
  }
  result.body += "}}";
  if (x.status == 401) {
    result.headers.emplace_back("WWW-Authenticate", "Bearer");
  }
  if (x.code == "queue_full" || x.code == "draining" || x.code == "unavailable") {
    result.headers.emplace_back("Retry-After", retry_seconds);
  }
  return result;
}

} // namespace faucet
