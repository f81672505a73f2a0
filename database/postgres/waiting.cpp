// The part of pg_connection that waits for the server and gives it up.

#include "database/postgres/cancel_request.hpp"
#include "database/postgres/connection.hpp"
#include "database/postgres/server_error.hpp"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace faucet {

namespace {

constexpr std::chrono::milliseconds slice{50};

} // namespace

std::optional<pg_connection::clock::time_point> pg_connection::deadline(size_t answers) const {
  if (settings_.timeout.count() == 0) {
    return std::nullopt;
  }
  return clock::now() + settings_.timeout * answers;
}

expected<void> pg_connection::check_open() {
  if (!raw_) {
    return given_up_ ? fail(ec::cancelled, "stopped", name_)
                     : fail(ec::unavailable, "the connection is closed", name_);
  }
  return {};
}

expected<void> pg_connection::wait(short events, std::optional<clock::time_point> deadline) {
  for (;;) {
    if (settings_.stop && settings_.stop->load(std::memory_order_relaxed)) {
      stopped_ = stopped_.value_or(clock::now());
      if (clock::now() - *stopped_ >= settings_.grace) {
        given_up_ = true;
        return give_up(ec::cancelled,
                       settings_.grace.count() == 0 ? "stopped" : "no answer after the cancel");
      }
    }
    auto patience = slice;
    if (deadline) {
      auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - clock::now());
      if (left.count() <= 0) {
        return give_up(
          ec::unavailable,
          "no answer for "
            + std::to_string(std::chrono::ceil<std::chrono::seconds>(settings_.timeout).count())
            + " seconds");
      }
      patience = std::min(patience, left);
    }
    pollfd socket{PQsocket(raw_.get()), events, 0};
    auto ready = poll(&socket, 1, static_cast<int>(patience.count()));
    if (ready > 0) {
      return {};
    }
    if (ready < 0 && errno != EINTR) {
      return give_up(ec::unavailable, std::strerror(errno));
    }
  }
}

expected<void> pg_connection::flush() {
  for (auto limit = deadline();;) {
    auto left = PQflush(raw_.get());
    if (left == 0) {
      return {};
    }
    if (left < 0) {
      return lost();
    }
    // Reads too: a server that waits until we take what it sent would never take what we send.
    if (auto ok = wait(POLLIN | POLLOUT, limit); !ok) {
      return ok;
    }
    if (PQconsumeInput(raw_.get()) == 0) {
      return lost();
    }
  }
}

expected<void> pg_connection::await_answer(size_t answers) {
  while (PQisBusy(raw_.get()) != 0) {
    if (auto ok = wait(POLLIN, deadline(answers)); !ok) {
      return ok;
    }
    if (PQconsumeInput(raw_.get()) == 0) {
      return {}; // PQgetResult tells why
    }
  }
  return {};
}

tl::unexpected<error> pg_connection::lost() {
  auto failure = connection_failure(raw_.get());
  sqlstate_ = failure.sqlstate;
  // An error while the connection stands is a misuse, for example a statement within a COPY.
  auto code = PQstatus(raw_.get()) == CONNECTION_BAD ? ec::unavailable : ec::internal;
  raw_.reset();
  return fail(code, std::move(failure.what), name_);
}

tl::unexpected<error> pg_connection::give_up(ec code, std::string what) {
  sqlstate_.clear();
  if (PQstatus(raw_.get()) == CONNECTION_OK && PQtransactionStatus(raw_.get()) == PQTRANS_ACTIVE) {
    send_cancel_request(raw_.get());
  }
  raw_.reset();
  return fail(code, std::move(what), name_);
}

} // namespace faucet
