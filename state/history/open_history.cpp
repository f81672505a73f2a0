#include "state/history/open_history.hpp"

#include "database/address.hpp"
#include "database/postgres/address_check.hpp"
#include "database/sqlite/address.hpp"
#include "state/history/migrations.hpp"
#include "state/history/postgres_driver.hpp"
#include "state/history/sql_transaction.hpp"
#include "state/history/sqlite_driver.hpp"

#include <algorithm>
#include <thread>

namespace faucet {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds first_pause{20};
constexpr std::chrono::milliseconds longest_pause{500};
constexpr std::chrono::milliseconds slice{50};

bool is_postgres(std::string_view url) {
  return url.starts_with("postgres://") || url.starts_with("postgresql://");
}

expected<std::unique_ptr<sql_driver>> connect(const history_settings& settings) {
  if (is_postgres(settings.url)) {
    return postgres_driver::open(settings.url, settings.reply_timeout);
  }
  return parse_sqlite_address(settings.url).and_then([](const sqlite_address& address) {
    return sqlite_driver::open(address);
  });
}

expected<std::unique_ptr<history>> try_to_open(const history_settings& settings) {
  auto database = connect(settings);
  if (!database) {
    return fail(std::move(database));
  }
  if (auto ok = migrate(**database, history_migrations()); !ok) {
    return fail(std::move(ok));
  }
  return std::make_unique<history>(std::move(*database), settings.most_log_lines);
}

bool is_set(const std::shared_ptr<const std::atomic<bool>>& stop) {
  return stop && stop->load(std::memory_order_relaxed);
}

/// False where it was stopped, or the end came first.
bool wait(const history_settings& settings, std::chrono::milliseconds pause,
          clock::time_point end) {
  for (auto until = clock::now() + pause; clock::now() < until;) {
    if (is_set(settings.stop) || clock::now() >= end) {
      return false;
    }
    std::this_thread::sleep_for(std::min<clock::duration>(slice, until - clock::now()));
  }
  return true;
}

} // namespace

history::history(std::unique_ptr<sql_driver> database, uint64_t most_log_lines)
  : database_(std::move(database)), ledger_(*database_), members_(*database_), archive_(*database_),
    events_(*database_), logs_(*database_, most_log_lines), callbacks_(*database_),
    audit_(*database_) {
  // nop
}

expected<void> history::check() {
  return repeatedly(*database_, [&] { return database_->run("SELECT 1"); })
    .map([](const sql_answer&) {});
}

expected<void> check_history_url(const std::string& url) {
  if (is_postgres(url)) {
    return check_pg_address(url);
  }
  if (url.starts_with(sqlite_scheme)) {
    return parse_sqlite_address(url).map([](const sqlite_address&) {});
  }
  return fail(ec::invalid_config, "a history is `sqlite:PATH`, `postgres://…` or `postgresql://…`",
              without_password(url));
}

expected<std::unique_ptr<history>> open_history(const history_settings& settings) {
  if (auto ok = check_history_url(settings.url); !ok) {
    return fail(std::move(ok));
  }
  auto end = clock::now() + settings.patience;
  for (auto pause = first_pause;; pause = std::min(pause * 2, longest_pause)) {
    auto opened = try_to_open(settings);
    if (opened || !is_transient(opened.error()) || !wait(settings, pause, end)) {
      return opened;
    }
  }
}

} // namespace faucet
