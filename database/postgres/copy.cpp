// The part of pg_connection that moves rows by COPY.

#include "database/postgres/connection.hpp"
#include "database/postgres/server_error.hpp"

#include <libpq-fe.h>
#include <poll.h>

#include <limits>

namespace faucet {

expected<void> pg_connection::start_copy_in(const std::string& sql) {
  // By the protocol that takes one statement only.
  if (auto ok = send(sql, {}, pg_format::text); !ok) {
    return ok;
  }
  auto answer = finish_statement();
  if (!answer) {
    return fail(std::move(answer));
  }
  if (answer->state() != PGRES_COPY_IN) {
    return fail(ec::internal, "no COPY: " + sql, name_);
  }
  return {};
}

expected<void> pg_connection::put_copied(std::string_view data) {
  if (auto ok = check_open(); !ok) {
    return ok;
  }
  constexpr size_t largest = std::numeric_limits<int>::max() / 4;
  while (!data.empty()) {
    auto piece = data.substr(0, largest);
    data.remove_prefix(piece.size());
    if (PQputCopyData(raw_.get(), piece.data(), static_cast<int>(piece.size())) < 0) {
      return lost();
    }
    if (auto ok = flush(); !ok) { // else libpq keeps it all in memory
      return ok;
    }
  }
  return {};
}

expected<uint64_t> pg_connection::finish_copy_in() {
  if (auto ok = check_open(); !ok) {
    return fail(std::move(ok));
  }
  if (PQputCopyEnd(raw_.get(), nullptr) < 0) {
    return lost();
  }
  auto end = finish_statement();
  if (!end) {
    return fail(std::move(end));
  }
  return end->affected();
}

expected<void> pg_connection::abort_copy_in() {
  if (auto ok = check_open(); !ok) {
    return ok;
  }
  if (PQputCopyEnd(raw_.get(), "taken back") < 0) {
    return lost();
  }
  auto end = finish_statement();
  if (!end && !is_open()) {
    return fail(std::move(end));
  }
  return {};
}

} // namespace faucet
