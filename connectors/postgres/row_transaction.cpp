#include "connectors/postgres/row_transaction.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

/// A group with rows, as a whole.
expected<void> send_whole(pg_connection& server, pg_row_group& group) {
  if (group.rows->size() == 0) {
    return {};
  }
  return group.rows->send(server, 0, group.rows->size()).map([&group](uint64_t count) {
    group.written = count;
  });
}

/// Halves what the server refuses until it is one row.
expected<void> send_divided(pg_connection& server, pg_row_group& group, size_t first,
                            size_t count) {
  if (auto ok = server.run("SAVEPOINT some_rows"); !ok) {
    return ok;
  }
  auto sent = group.rows->send(server, first, count);
  if (sent) {
    group.written += *sent;
    return server.run("RELEASE SAVEPOINT some_rows");
  }
  auto why = std::move(sent).error();
  if (!server.is_open() || !is_about_rows(server.sqlstate())) {
    return tl::unexpected{std::move(why)};
  }
  std::string sqlstate = server.sqlstate();
  if (auto ok = server.run("ROLLBACK TO SAVEPOINT some_rows"); !ok) {
    return ok;
  }
  if (count > 1) {
    return send_divided(server, group, first, count / 2).and_then([&] {
      return send_divided(server, group, first + count / 2, count - count / 2);
    });
  }
  if (auto column = group.rows->failed_column(server, first, sqlstate, why); !column.empty()) {
    why = about_column(column, std::move(why));
  }
  return group.refused(first, std::move(why));
}

template <class Send>
expected<void> in_transaction(pg_connection& server, const pg_epoch_fence* fence, Send&& send) {
  auto done =
    server.run("BEGIN").and_then(send).and_then([&] { return check_epoch(server, fence); });
  if (!done) {
    if (server.is_open()) {
      static_cast<void>(server.execute("ROLLBACK")); // the failure that counts is there already
    }
    return done;
  }
  return server.run("COMMIT");
}

} // namespace

bool is_about_rows(std::string_view sqlstate) noexcept {
  constexpr std::array<std::string_view, 5> exactly{
    "21000", // one key twice in an upsert
    "44000", // the check of a view
    "P0001", // raised by a trigger
    "54000", // too large for an index
    "42804", // a type that does not fit
  };
  return sqlstate.starts_with("22") || sqlstate.starts_with("23")
         || std::ranges::find(exactly, sqlstate) != exactly.end();
}

expected<void> write_in_transaction(pg_connection& server, std::span<pg_row_group> groups,
                                    const pg_epoch_fence* fence) {
  auto about_rows = false;
  auto whole = in_transaction(server, fence, [&]() -> expected<void> {
    for (auto& group : groups) {
      if (auto ok = send_whole(server, group); !ok) {
        about_rows = is_about_rows(server.sqlstate());
        return ok;
      }
    }
    return {};
  });
  if (whole) {
    return whole;
  }
  // A COMMIT that answers with a failure of a constraint has changed nothing.
  about_rows = about_rows || (server.is_open() && is_about_rows(server.sqlstate()));
  if (!about_rows || !server.is_open()) {
    return whole;
  }
  return in_transaction(server, fence, [&]() -> expected<void> {
    if (auto ok = server.run("SET CONSTRAINTS ALL IMMEDIATE"); !ok) {
      return ok;
    }
    for (auto& group : groups) {
      group.written = 0;
      if (group.rows->size() == 0) {
        continue;
      }
      if (auto ok = send_divided(server, group, 0, group.rows->size()); !ok) {
        return ok;
      }
    }
    return {};
  });
}

} // namespace faucet
