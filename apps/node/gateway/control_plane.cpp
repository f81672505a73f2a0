#include "apps/node/gateway/control_plane.hpp"

#include "apps/node/gateway/api_routes.hpp"
#include "apps/node/gateway/origins.hpp"
#include "apps/node/gateway/readiness.hpp"
#include "apps/node/http/ascii_case.hpp"
#include "state/run_id.hpp"

namespace faucet {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::string_view unmatched = "<unmatched>";

/// How one request goes through the node, from its first look to its reply.
class passage {
public:
  passage(const control_parts& parts, const http_request& request)
    : parts_(parts), request_(request), began_(clock::now()),
      place_(api_router().find(request.method, request.target.path)) {
    // nop
  }

  [[nodiscard]] const api_route* at() const {
    return place_ ? &api_routes()[place_->route] : nullptr;
  }

  [[nodiscard]] const std::vector<std::string>& arguments() const {
    return place_->arguments;
  }

  /// What can be said without the history and the body.
  [[nodiscard]] std::optional<http_reply> at_once() const;

  [[nodiscard]] api_expected<principal> who() const {
    return parts_.access->identify(request_.header("authorization").value_or(""), request_.peer,
                                   clock::now());
  }

  /// Adds what goes with each reply, and tells whoever counts.
  void finish(http_reply& reply) const;

private:
  [[nodiscard]] std::optional<http_reply> of_open_route() const;
  [[nodiscard]] api_expected<void> admit() const;
  [[nodiscard]] api_expected<void> check_type() const;

  const control_parts& parts_;
  const http_request& request_;
  clock::time_point began_;
  std::optional<route_match> place_;
};

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

void passage::finish(http_reply& reply) const {
  reply.headers.emplace_back("X-Content-Type-Options", "nosniff");
  allow_origin(reply, request_, parts_.settings);
  if (parts_.note) {
    parts_.note({.method = request_.method,
                 .path = at() != nullptr ? at()->at.path : unmatched,
                 .status = reply.status,
                 .took = clock::now() - began_});
  }
}

/// Looks without counting where nothing is to be said yet.
std::optional<http_reply> look(const control_parts& parts, const http_request& request) {
  passage way{parts, request};
  auto reply = way.at_once();
  if (reply) {
    way.finish(*reply);
  }
  return reply;
}

} // namespace

class control_plane::impl {
public:
  impl(std::shared_ptr<const control_parts> parts, history& kept)
    : parts_(std::move(parts)), kept_(kept) {
    // nop
  }

  void serve(const http_request& request, const std::shared_ptr<http_exchange>& exchange) {
    passage way{*parts_, request};
    if (auto reply = way.at_once()) {
      way.finish(*reply);
      exchange->answer(std::move(*reply));
      return;
    }
    auto result = reply_to(way, request);
    auto reply = result ? std::move(*result) : api_reply{to_reply(result.error()), {}};
    way.finish(reply.reply);
    if (reply.stream) {
      reply.stream(exchange->stream(std::move(reply.reply)));
    } else {
      exchange->answer(std::move(reply.reply));
    }
  }

private:
  api_expected<api_reply> reply_to(const passage& way, const http_request& request) {
    principal who{.name = "", .may = role::viewer};
    if (way.at()->least) {
      auto known = way.who();
      if (!known) {
        return passed_on(std::move(known));
      }
      who = std::move(*known);
    }
    audit_note note;
    api_call call{request, way.arguments(), who, *parts_, kept_, note};
    auto result = handle(*way.at(), call);
    if (way.at()->action.empty()) {
      return result;
    }
    auto kept = keep(*way.at(), call, result);
    // What was looked at is shown only once it is known who has seen it; what was done is done.
    return !kept && request.method == "GET" ? api_expected<api_reply>{passed_on(std::move(kept))}
                                            : std::move(result);
  }

  api_expected<api_reply> handle(const api_route& at, const api_call& call) {
    if (auto ok = at.least ? require_role(call.who, *at.least) : api_expected<void>{}; !ok) {
      return passed_on(std::move(ok));
    }
    try {
      return at.handler(call);
    } catch (const std::exception& failed) {
      return tl::unexpected{hidden_error(*parts_, failed.what())};
    }
  }

  api_expected<void> keep(const api_route& at, const api_call& call,
                          const api_expected<api_reply>& result) {
    audit_entry entry{.id = make_run_id(),
                      .at = {},
                      .principal = call.who.name,
                      .role = to_string(call.who.may),
                      .action = std::string{at.action},
                      .run = call.note.run,
                      .config_fingerprint = call.note.fingerprint,
                      .source_ip = call.request.peer,
                      .result = result ? "ok" : result.error().code,
                      .target = {},
                      .detail = call.note.detail};
    if (entry.run.empty() && !call.arguments.empty()) {
      entry.run = call.arguments.front();
    }
    return from_history(call, kept_.audit().append(entry));
  }

  std::shared_ptr<const control_parts> parts_;
  history& kept_;
};

control_plane::control_plane(std::shared_ptr<const control_parts> parts, history& kept)
  : impl_(std::make_unique<impl>(std::move(parts), kept)) {
  // nop
}

control_plane::~control_plane() = default;

void control_plane::serve(const http_request& request,
                          const std::shared_ptr<http_exchange>& exchange) {
  impl_->serve(request, exchange);
}

http_screen make_screen(std::shared_ptr<const control_parts> parts) {
  return [parts = std::move(parts)](const http_request& request) { return look(*parts, request); };
}

} // namespace faucet
