#include "apps/node/gateway/control_plane.hpp"

#include "apps/node/gateway/passage.hpp"

namespace faucet {

class control_plane::impl {
public:
  impl(std::shared_ptr<const control_parts> parts, history& kept)
    : parts_(std::move(parts)), kept_(kept) {
    // nop
  }

  void serve(const http_request& request, const std::shared_ptr<http_exchange>& exchange) {
    passage way{*parts_, request};
    if (!exchange->is_waiting()) {
      auto reply = to_reply(unavailable("nobody waits for the answer any more"));
      way.finish(reply);
      return; // what nobody hears of is not done, either
    }
    if (auto reply = way.at_once()) {
      way.finish(*reply);
      exchange->answer(std::move(*reply));
      return;
    }
    auto result = reply_to(way, request);
    auto reply = result ? std::move(*result) : api_reply{to_reply(result.error()), {}};
    way.finish(reply.reply, exchange->is_waiting());
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
    audit_note note{.action = way.at()->action};
    api_call call{request, way.arguments(), who, *parts_, kept_, note};
    auto result = handle(*way.at(), call);
    if (note.action.empty() || (note.is_kept && result)) {
      return result;
    }
    auto kept = keep(call, result);
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

  api_expected<void> keep(const api_call& call, const api_expected<api_reply>& result) {
    auto entry = audit_of(call, result ? "ok" : result.error().code);
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
  return [parts = std::move(parts)](const http_request& request) {
    passage way{*parts, request};
    auto reply = way.at_once();
    if (reply) {
      way.finish(*reply);
    }
    return reply;
  };
}

} // namespace faucet
