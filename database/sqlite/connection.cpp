#include "database/sqlite/connection.hpp"

#include "database/sqlite/session.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace faucet {

namespace {

constexpr std::string_view hexadecimal = "0123456789abcdef";

/// The path as a URI that SQLite takes, for what only a URI can say.
std::string uri_of(const sqlite_address& address) {
  std::string result = "file:";
  for (unsigned char x : address.path) {
    if (x == '?' || x == '#' || x == '%') {
      result += '%';
      result += hexadecimal[x >> 4];
      result += hexadecimal[x & 0xf];
    } else {
      result += static_cast<char>(x);
    }
  }
  return result + "?immutable=1";
}

int open_flags(const sqlite_settings& settings) {
  auto access =
    settings.address.access == sqlite_access::unsaid ? settings.access : settings.address.access;
  int result = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (settings.address.in_memory() || access == sqlite_access::create) {
    return result | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  }
  return result
         | (access == sqlite_access::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
}

int refuse_attach(void*, int action, const char*, const char*, const char*, const char*) {
  return action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK;
}

} // namespace

sqlite_connection::sqlite_connection(std::unique_ptr<sqlite_session> session)
  : session_(std::move(session)) {
  // nop
}

sqlite_connection::sqlite_connection(sqlite_connection&&) noexcept = default;
sqlite_connection& sqlite_connection::operator=(sqlite_connection&&) noexcept = default;
sqlite_connection::~sqlite_connection() = default;

expected<sqlite_connection> sqlite_connection::open(sqlite_settings settings) {
  auto session = std::make_unique<sqlite_session>(std::move(settings));
  const auto& address = session->settings().address;
  auto uri = address.immutable && !address.in_memory();
  auto flags = open_flags(session->settings()) | (uri ? SQLITE_OPEN_URI : 0);
  if (auto ok = session->open(uri ? uri_of(address) : address.path, flags); !ok) {
    return fail(std::move(ok));
  }
  sqlite_connection result{std::move(session)};
  if (auto ok = result.execute("PRAGMA schema_version"); !ok) {
    return fail(std::move(ok));
  }
  return result;
}

// -- observers --------------------------------------------------------------------

::sqlite3* sqlite_connection::raw() const noexcept {
  return session_->raw();
}

const std::string& sqlite_connection::name() const noexcept {
  return session_->settings().address.path;
}

bool sqlite_connection::in_transaction() const noexcept {
  return sqlite3_get_autocommit(raw()) == 0;
}

tl::unexpected<error> sqlite_connection::failure() const {
  return session_->failure();
}

// -- statements -------------------------------------------------------------------

expected<void> sqlite_connection::execute(std::string_view sql) {
  auto statement = prepare(sql);
  return statement ? statement->run() : fail(std::move(statement));
}

expected<sqlite_statement> sqlite_connection::prepare(std::string_view sql) {
  const char* rest = nullptr;
  ::sqlite3_stmt* raw_statement = nullptr;
  auto size = static_cast<int>(std::min<size_t>(sql.size(), INT32_MAX));
  if (sqlite3_prepare_v3(raw(), sql.data(), size, 0, &raw_statement, &rest) != SQLITE_OK) {
    return failure();
  }
  sqlite_statement result{raw_statement, session_.get()};
  if (!result) {
    return fail(session_->settings().refused, "there is no statement", name());
  }
  // What follows may be comments and semicolons, which make no statement.
  for (const auto* end = sql.data() + size; rest < end;) {
    ::sqlite3_stmt* more = nullptr;
    const auto* from = rest;
    auto code = sqlite3_prepare_v3(raw(), from, static_cast<int>(end - from), 0, &more, &rest);
    sqlite_statement another{more, session_.get()};
    if (code != SQLITE_OK || another) {
      return fail(session_->settings().refused, "there is more than one statement", name());
    }
    if (rest == from) {
      break;
    }
  }
  return result;
}

// -- modifiers --------------------------------------------------------------------

void sqlite_connection::forbid_attach() noexcept {
  sqlite3_set_authorizer(raw(), &refuse_attach, nullptr);
}

void sqlite_connection::roll_back() noexcept {
  if (in_transaction()) {
    sqlite3_exec(raw(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

expected<void> sqlite_connection::sync() {
  ::sqlite3_file* journal = nullptr;
  auto code = sqlite3_file_control(raw(), "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
  if (code != SQLITE_OK || journal == nullptr || journal->pMethods == nullptr) {
    return {}; // no journal file: in memory, or closed with the commit
  }
  if (journal->pMethods->xSync(journal, SQLITE_SYNC_NORMAL) != SQLITE_OK) {
    return fail(session_->settings().refused, "the journal could not be made durable", name());
  }
  return {};
}

} // namespace faucet
