#include "apps/node/gateway/passage.hpp"

#include "apps/node/gateway/origins.hpp"
#include "apps/node/gateway/readiness.hpp"
#include "model/ascii_case.hpp"

namespace faucet {

passage::passage(const control_parts& parts, const http_request& request)
  : parts_(parts), request_(request), began_(clock::now()),
    place_(api_router().find(request.method, request.target.path)) {
  // nop
}

const api_route* passage::at() const {
  return place_ ? &api_routes()[place_->route] : nullptr;
}

std::optional<http_reply> passage::at_once() const {
  if (at() == nullptr) {
    auto methods = api_router().allowed(request_.target.path);
    if (methods.empty()) {
      return to_reply(not_found("there is nothing at this path"));
    }
    if (request_.method == "OPTIONS") {
      return preflight(request_, methods + ", OPTIONS", parts_.settings);
    }
    auto result =
      to_reply({405, "method_not_allowed", "this path knows other methods: " + methods, {}});
    result.headers.emplace_back("Allow", methods);
    return result;
  }
  if (!at()->least) {
    return of_open_route();
  }
  auto admitted = admit();
  return admitted ? std::nullopt : std::optional{to_reply(admitted.error())};
}

api_expected<principal> passage::who() const {
  return parts_.access->identify(request_.header("authorization").value_or(""), request_.peer,
                                 clock::now());
}

std::optional<http_reply> passage::of_open_route() const {
  if (at()->at.path == "/healthz") {
    return http_reply{.type = "", .body = {}, .headers = {}};
  }
  if (at()->at.path == "/metrics") {
    if (!parts_.metrics) {
      return to_reply(unavailable("this node counts nothing"));
    }
    return http_reply{.type = "text/plain; version=0.0.4; charset=utf-8", .body = parts_.metrics()};
  }
  auto view = parts_.door->view();
  if (view.draining || !view.history_answers) {
    return readiness(view, parts_.settings.clustered, true);
  }
  return std::nullopt; // whether the queue is full is counted
}

api_expected<void> passage::admit() const {
  if (auto ok = check_origin(request_, parts_.settings); !ok) {
    return ok;
  }
  if (auto known = who(); !known) {
    return passed_on(std::move(known));
  }
  return check_type();
}

/// Of a body only; nobody must be able to have a form of a page sent here.
api_expected<void> passage::check_type() const {
  auto type = request_.header("content-type");
  if (request_.method != "POST" || !type) {
    return {};
  }
  auto name = type->substr(0, type->find_first_of("; \t"));
  if (same_but_for_case(name, "application/json")) {
    return {};
  }
  return tl::unexpected{unsupported_media_type("expected a body of the type application/json")};
}

void passage::finish(http_reply& reply, bool is_awaited) const {
  reply.headers.emplace_back("X-Content-Type-Options", "nosniff");
  allow_origin(reply, request_, parts_.settings);
  if (parts_.note) {
    parts_.note({.method = request_.method,
                 .path = at() != nullptr ? at()->at.path : unmatched_path,
                 .status = is_awaited ? reply.status : 503,
                 .took = clock::now() - began_});
  }
}

} // namespace faucet
