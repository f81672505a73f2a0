#pragma once

#include "apps/node/gateway/api_call.hpp"
#include "state/json_text.hpp"

namespace faucet {

/// A reply with status 200.
inline api_reply json_reply(json_object_writer&& body) {
  return {{.body = std::move(body).finish()}, {}};
}

/// Elements as a JSON list.
template <class Elements, class Each>
std::string json_list(const Elements& elements, Each each) {
  std::string result = "[";
  for (const auto& x : elements) {
    result += result.size() > 1 ? "," : "";
    result += each(x);
  }
  return result + "]";
}

} // namespace faucet
