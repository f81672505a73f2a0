#pragma once

#include "state/redis_address.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

struct redisContext; // hiredis'
struct redisReply;
struct ssl_st; // OpenSSL's

namespace faucet {

/// Whom to trust in TLS, and how to show who one is. Empty = the system's authorities, nobody.
struct redis_tls {
  std::string ca_cert_path;
  std::string client_cert_path;
  std::string client_key_path;
};

/// What Redis answered. Owns hiredis' memory.
class redis_reply {
public:
  explicit redis_reply(::redisReply* raw) noexcept;

  /// The text of a string or a status; nothing for nil and other kinds.
  [[nodiscard]] std::optional<std::string> text() const;

  [[nodiscard]] int64_t number() const noexcept;

  /// What Redis refused; nothing where it did not.
  [[nodiscard]] std::optional<std::string> refusal() const;

  /// The replies in an array. They live as long as this.
  [[nodiscard]] std::span<::redisReply* const> items() const noexcept;

private:
  struct release {
    void operator()(::redisReply* raw) const noexcept;
  };

  std::unique_ptr<::redisReply, release> raw_;
};

/// The text of a reply in an array.
std::string_view text_of(const ::redisReply& x) noexcept;

/// A connection to Redis, logged in, its database chosen. Used by one thread at a time. Waits 10 s
/// for a connection and 30 s for a reply. No failure shows a password.
class redis_connection {
public:
  static expected<redis_connection> open(const redis_address& address, const redis_tls& tls);

  /// Sends one command and waits for its reply. `unavailable` where the connection broke, which is
  /// then closed; `state_failed` where Redis refused the command.
  expected<redis_reply> command(std::span<const std::string_view> words);

  [[nodiscard]] bool is_open() const noexcept {
    return raw_ != nullptr;
  }

private:
  struct close {
    void operator()(::redisContext* raw) const noexcept;
    void operator()(::ssl_st* raw) const noexcept;
  };

  redis_connection(std::string name, ::redisContext* raw);

  expected<void> start_tls(const redis_address& address, const redis_tls& tls);
  expected<void> log_in(const redis_address& address);
  /// Negative where the connection broke, 0 at its end.
  int64_t send_some(std::string_view bytes);
  int64_t receive_some(std::span<char> room);
  expected<void> send(std::string_view bytes);
  expected<void> receive();
  tl::unexpected<error> lost(const char* action, int64_t outcome);

  std::string name_;
  std::unique_ptr<::redisContext, close> raw_;
  std::unique_ptr<::ssl_st, close> tls_; ///< goes before the socket it is on
};

} // namespace faucet
