#include "state/redis_connection.hpp"

#include <hiredis/hiredis.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

namespace faucet {

namespace {

constexpr timeval connect_timeout{10, 0};
constexpr timeval reply_timeout{30, 0};

struct free_command {
  void operator()(char* text) const noexcept {
    redisFreeCommand(text);
  }
};

} // namespace

// -- replies ------------------------------------------------------------------

redis_reply::redis_reply(::redisReply* raw) noexcept : raw_(raw) {
  // nop
}

void redis_reply::release::operator()(::redisReply* raw) const noexcept {
  freeReplyObject(raw);
}

std::optional<std::string> redis_reply::text() const {
  if (raw_->type == REDIS_REPLY_STRING || raw_->type == REDIS_REPLY_STATUS) {
    return std::string{text_of(*raw_)};
  }
  return std::nullopt;
}

int64_t redis_reply::number() const noexcept {
  return raw_->type == REDIS_REPLY_INTEGER ? raw_->integer : 0;
}

std::optional<std::string> redis_reply::refusal() const {
  return raw_->type == REDIS_REPLY_ERROR ? std::optional{std::string{text_of(*raw_)}}
                                         : std::nullopt;
}

std::span<::redisReply* const> redis_reply::items() const noexcept {
  return raw_->type == REDIS_REPLY_ARRAY ? std::span{raw_->element, raw_->elements}
                                         : std::span<::redisReply*>{};
}

std::string_view text_of(const ::redisReply& x) noexcept {
  return x.str != nullptr ? std::string_view{x.str, static_cast<size_t>(x.len)}
                          : std::string_view{};
}

// -- opening ------------------------------------------------------------------

redis_connection::redis_connection(std::string name, ::redisContext* raw)
  : name_(std::move(name)), raw_(raw) {
  // nop
}

void redis_connection::close::operator()(::redisContext* raw) const noexcept {
  redisFree(raw);
}

void redis_connection::close::operator()(::ssl_st* raw) const noexcept {
  SSL_free(raw);
}

expected<redis_connection> redis_connection::open(const redis_address& address,
                                                  const redis_tls& tls) {
  redis_connection result{
    address.shown(), redisConnectWithTimeout(address.host.c_str(), address.port, connect_timeout)};
  if (!result.raw_ || result.raw_->err != 0) {
    return fail(ec::unavailable,
                std::string{"cannot connect: "} + (result.raw_ ? result.raw_->errstr : "no memory"),
                result.name_);
  }
  redisSetTimeout(result.raw_.get(), reply_timeout);
  auto ready = address.tls ? result.start_tls(address, tls) : expected<void>{};
  ready = ready.and_then([&] { return result.log_in(address); });
  if (!ready) {
    return fail(std::move(ready));
  }
  return result;
}

expected<void> redis_connection::log_in(const redis_address& address) {
  if (!address.password.empty()) {
    std::vector<std::string_view> words{"AUTH"};
    if (!address.user.empty()) {
      words.emplace_back(address.user);
    }
    words.emplace_back(address.password);
    if (auto reply = command(words); !reply) {
      return fail(std::move(reply));
    }
  }
  if (address.database != 0) {
    auto number = std::to_string(address.database);
    if (auto reply = command(std::array<std::string_view, 2>{"SELECT", number}); !reply) {
      return fail(std::move(reply));
    }
  }
  return {};
}

// -- commands -----------------------------------------------------------------

expected<redis_reply> redis_connection::command(std::span<const std::string_view> words) {
  std::vector<const char*> texts;
  std::vector<size_t> sizes;
  for (auto word : words) {
    texts.push_back(word.data());
    sizes.push_back(word.size());
  }
  char* raw = nullptr;
  auto size =
    redisFormatCommandArgv(&raw, static_cast<int>(words.size()), texts.data(), sizes.data());
  std::unique_ptr<char, free_command> formatted{raw};
  if (size < 0) {
    return fail(ec::state_failed, "no memory for the command", name_);
  }
  if (auto sent = send({formatted.get(), static_cast<size_t>(size)}); !sent) {
    return fail(std::move(sent));
  }
  for (;;) {
    void* found = nullptr;
    if (redisReaderGetReply(raw_->reader, &found) != REDIS_OK) {
      return lost("understand the reply", 0);
    }
    if (found != nullptr) {
      redis_reply reply{static_cast<::redisReply*>(found)};
      if (auto refused = reply.refusal()) {
        return fail(ec::state_failed, "refused: " + *refused, name_);
      }
      return reply;
    }
    if (auto received = receive(); !received) {
      return fail(std::move(received));
    }
  }
}

int64_t redis_connection::send_some(std::string_view bytes) {
  return tls_ ? SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size()))
              : ::send(raw_->fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

int64_t redis_connection::receive_some(std::span<char> room) {
  return tls_ ? SSL_read(tls_.get(), room.data(), static_cast<int>(room.size()))
              : ::recv(raw_->fd, room.data(), room.size(), 0);
}

expected<void> redis_connection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    errno = 0;
    auto count = send_some(bytes);
    if (count <= 0 && errno != EINTR) {
      return lost("send", count);
    }
    bytes.remove_prefix(static_cast<size_t>(std::max<int64_t>(count, 0)));
  }
  return {};
}

expected<void> redis_connection::receive() {
  std::array<char, 16384> block;
  errno = 0;
  auto count = receive_some(block);
  if (count <= 0 && errno != EINTR) {
    return lost("receive", count);
  }
  if (count > 0) {
    redisReaderFeed(raw_->reader, block.data(), static_cast<size_t>(count));
  }
  return {};
}

tl::unexpected<error> redis_connection::lost(const char* action, int64_t outcome) {
  auto timed_out = outcome < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  std::string reason =
    outcome < 0 && errno != 0 ? std::strerror(errno) : "the connection was closed";
  tls_.reset();
  raw_.reset();
  if (timed_out) {
    return fail(ec::state_failed, "no reply within 30 s", name_);
  }
  return fail(ec::unavailable, std::string{"cannot "} + action + ": " + reason, name_);
}

} // namespace faucet
