#pragma once

#include "apps/node/http/message.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace faucet {

/// A reply whose body comes piece by piece. May be used from any thread.
class http_stream {
public:
  virtual ~http_stream() = default;

  /// False where the client is gone, or does not read and too much waits for it already; the piece
  /// is dropped then.
  virtual bool send(std::string piece) = 0;

  /// The body is complete. Dropping the stream does the same.
  virtual void end() = 0;

  /// Whether the client still listens, as far as is known.
  [[nodiscard]] virtual bool is_open() const = 0;
};

/// One request that waits for its reply. May be used from any thread; the first reply counts. One
/// that is dropped without a reply is answered with status 500.
class http_exchange {
public:
  virtual ~http_exchange() = default;

  virtual void answer(http_reply reply) = 0;

  /// There is to be no limit to the time that this reply may take. For the handler, before it
  /// returns.
  virtual void allow_any_time() = 0;

  /// False once there is a reply, or nobody waits for one any more.
  [[nodiscard]] virtual bool is_waiting() const = 0;

  /// Replies with what comes; the body of `head` is its first piece.
  virtual std::shared_ptr<http_stream> stream(http_reply head) = 0;
};

/// Called on the server's thread, which it must not block. Where it throws, the reply is status
/// 500.
using http_handler = std::function<void(http_request, std::shared_ptr<http_exchange>)>;

/// Looks at a request whose body was not read yet, and refuses it with a reply. Called on the
/// server's thread, which it must not block.
using http_screen = std::function<std::optional<http_reply>(const http_request&)>;

} // namespace faucet
