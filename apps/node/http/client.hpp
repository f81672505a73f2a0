#pragma once

#include "apps/node/http/message.hpp"
#include "model/error.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// A request to somebody else's server.
struct http_call {
  std::string method = "GET";
  std::string url; ///< http:// or https://, with a host; no user or password in it
  http_headers headers;
  std::string body;

  /// How long it may take to find the host, then to connect, then to agree on TLS.
  std::chrono::milliseconds connect_time{std::chrono::seconds{5}};
  std::chrono::milliseconds reply_time{std::chrono::seconds{30}}; ///< the longest silence of it
  size_t most_bytes = 64UL * 1024 * 1024;                         ///< of the body of an answer
  bool status_only = false;           ///< the body of the answer is not read
  std::vector<std::string> addresses; ///< connect to one of them instead of looking the host up

  /// How long all of it may take; nothing: as long as the server goes on.
  std::optional<std::chrono::milliseconds> whole_time{};
};

struct http_answer {
  unsigned status = 0;
  http_headers headers;
  std::string body;

  /// The first header of that name, in any case.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
};

/// Takes a piece of a body; false ends the call.
using http_taker = std::function<bool(std::string_view)>;

/// Asks, and waits for the answer. Redirects are answers. Blocks, and may be called from several
/// threads at once. Of https, TLS 1.2 or later with a certificate that the system trusts and that
/// is made out to the host.
///
/// Fails with `invalid_config` where the call itself is wrong, else with `unavailable`, naming the
/// host, its port and the step: the server may have heard the request by then.
expected<http_answer> call_http(const http_call& call);

/// The same, but the body of an answer with status 200 is handed over as it comes, however long it
/// is, and is not in the answer.
expected<http_answer> stream_http(const http_call& call, const http_taker& take);

/// The addresses of a host, to be looked at before they are used; an address is its own.
expected<std::vector<std::string>>
resolve_host(const std::string& host, std::chrono::milliseconds limit = std::chrono::seconds{5});

} // namespace faucet
