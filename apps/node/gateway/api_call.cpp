#include "apps/node/gateway/api_call.hpp"

#include "state/random_name.hpp"
#include "state/run_id.hpp"

#include <algorithm>
#include <charconv>

namespace faucet {

audit_entry audit_of(const api_call& call, std::string result) {
  audit_entry entry{.id = make_run_id(),
                    .at = {},
                    .principal = call.who.name,
                    .role = to_string(call.who.may),
                    .action = std::string{call.note.action},
                    .run = call.note.run,
                    .config_fingerprint = call.note.fingerprint,
                    .source_ip = call.request.peer,
                    .result = std::move(result),
                    .target = {},
                    .detail = call.note.detail};
  if (entry.run.empty() && !call.arguments.empty()) {
    entry.run = call.arguments.front();
  }
  return entry;
}

api_error hidden_error(const control_parts& parts, const std::string& why) {
  auto reference = random_name().substr(0, 12);
  if (parts.log) {
    parts.log("internal error " + reference + ": " + why);
  }
  return internal_error("something went wrong inside the node; its log says what, under "
                        + reference);
}

api_error history_error(const api_call& call, const error& why) {
  if (why.code != ec::unavailable) {
    return hidden_error(call.parts, render(why));
  }
  if (call.parts.log) {
    call.parts.log("the history does not answer: " + render(why));
  }
  return unavailable("the history does not answer");
}

api_reply json_reply(json_object_writer&& body) {
  return {{.body = std::move(body).finish()}, {}};
}

tl::unexpected<api_error> no_such_run(const std::string& run) {
  return tl::unexpected{not_found("there is no run \"" + run + "\"")};
}

api_expected<run_record> find_run(const api_call& call) {
  const auto& run = call.arguments.front();
  auto found = from_history(call, call.kept.ledger().find(run));
  if (!found) {
    return tl::unexpected{std::move(found).error()};
  }
  if (!*found) {
    return no_such_run(run);
  }
  return std::move(**found);
}

api_expected<uint64_t> number_parameter(const http_target& target, std::string_view name,
                                        uint64_t least, uint64_t most, uint64_t otherwise) {
  auto text = target.parameter(name);
  if (!text) {
    return otherwise;
  }
  uint64_t result = 0;
  auto [end, failed] = std::from_chars(text->data(), text->data() + text->size(), result);
  if (failed != std::errc{} || end != text->data() + text->size() || result < least
      || result > most) {
    return tl::unexpected{bad_request(std::string{name} + ": expected a number from "
                                      + std::to_string(least) + " to " + std::to_string(most))};
  }
  return result;
}

api_expected<void> only_parameters(const http_target& target,
                                   std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : target.query) {
    if (std::ranges::find(known, std::string_view{name}) == known.end()) {
      return tl::unexpected{bad_request(name + ": unknown parameter")};
    }
  }
  return {};
}

} // namespace faucet
