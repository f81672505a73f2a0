#pragma once

#include "apps/node/gateway/control_plane.hpp"
#include "apps/node/gateway/submission.hpp"
#include "state/json_text.hpp"

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace faucet {

/// What the audit log is to say of a call, beside who made it and what came of it.
struct audit_note {
  std::string_view action; ///< what was asked for; empty: it is not kept
  bool is_kept = false;    ///< what was done told of itself
  std::string run;
  std::string fingerprint;
  std::string detail;
};

/// One request on its way through the control plane.
struct api_call {
  const http_request& request;
  const std::vector<std::string>& arguments; ///< what stands in the path
  const principal& who;
  const control_parts& parts;
  history& kept;
  audit_note& note;
};

/// An entry that tells of a call: "ok" or the code of its refusal came of it.
audit_entry audit_of(const api_call& call, std::string result);

/// What comes of a call: a reply, and perhaps a stream behind it.
struct api_reply {
  http_reply reply;
  std::function<void(std::shared_ptr<http_stream>)> stream; ///< none: the reply is all
};

/// A reply with status 200.
api_reply json_reply(json_object_writer&& body);

using api_handler = api_expected<api_reply> (*)(const api_call&);

/// Passes a refusal on as another call's.
template <class T>
tl::unexpected<api_error> passed_on(api_expected<T>&& failed) {
  return tl::unexpected{std::move(failed).error()};
}

/// A failure of the history, as its client hears of it: what is the matter inside is logged, under
/// a number that the client is told.
api_error history_error(const api_call& call, const error& why);

/// As above for what must not happen.
api_error hidden_error(const control_parts& parts, const std::string& why);

/// The value of what the history was asked, or its failure.
template <class T>
api_expected<T> from_history(const api_call& call, expected<T>&& found) {
  if (!found) {
    return tl::unexpected{history_error(call, found.error())};
  }
  if constexpr (std::is_void_v<T>) {
    return {};
  } else {
    return std::move(*found);
  }
}

/// 404 for a run that is none.
tl::unexpected<api_error> no_such_run(const std::string& run);

/// The run that a path names; 404 where there is none.
api_expected<run_record> find_run(const api_call& call);

/// Cuts a list that was read one element beyond its limit; whether more follow.
template <class T>
bool cut_to(uint64_t limit, std::vector<T>& list) {
  auto more = list.size() > limit;
  if (more) {
    list.resize(limit);
  }
  return more;
}

/// A whole number in the query from `least` to `most`; `otherwise` where there is none.
api_expected<uint64_t> number_parameter(const http_target& target, std::string_view name,
                                        uint64_t least, uint64_t most, uint64_t otherwise);

/// Refuses, with 400, parameters that are not among these.
api_expected<void> only_parameters(const http_target& target,
                                   std::initializer_list<std::string_view> known);

} // namespace faucet
