#include "database/sqlite/session.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>

namespace faucet {

namespace {

using namespace std::chrono_literals;

/// Steps of SQLite's machine between two looks at the stop flag: well below a millisecond.
constexpr int steps_a_look = 10'000;

/// Why a file could not be opened. SQLite tries to read what it could not make, and only tells that
/// this is not there.
int cause_of(const sqlite_settings& settings, int number) {
  auto made = settings.address.access == sqlite_access::create
              || (settings.address.access == sqlite_access::unsaid
                  && settings.access == sqlite_access::create);
  auto folder = std::filesystem::path{settings.address.path}.parent_path();
  auto refused =
    number == ENOENT && made
    && ::faccessat(AT_FDCWD, folder.empty() ? "." : folder.c_str(), W_OK, AT_EACCESS) != 0;
  return refused ? errno : number;
}

} // namespace

sqlite_session::sqlite_session(sqlite_settings settings) : settings_(std::move(settings)) {
  // nop
}

sqlite_session::~sqlite_session() {
  sqlite3_close_v2(raw_);
}

expected<void> sqlite_session::open(const std::string& file, int flags) {
  if (sqlite3_open_v2(file.c_str(), &raw_, flags, nullptr) != SQLITE_OK) {
    return failure();
  }
  sqlite3_busy_handler(raw_, &on_busy, this);
  if (settings_.interrupts && settings_.stop) {
    sqlite3_progress_handler(raw_, steps_a_look, &on_progress, this);
  }
  return {};
}

tl::unexpected<error> sqlite_session::failure() const {
  std::string what = sqlite3_errmsg(raw_);
  auto code = settings_.refused;
  switch (raw_ == nullptr ? SQLITE_NOMEM : sqlite3_errcode(raw_) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      code = stopped() ? ec::cancelled : ec::unavailable;
      what = stopped() ? "stopped while somebody else had locked the database"
                       : "the database is locked by somebody else, still after "
                           + std::to_string(settings_.busy_timeout.count() / 1000) + " s";
      break;
    case SQLITE_INTERRUPT:
      code = stopped() ? ec::cancelled : code;
      break;
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
      if (auto number = cause_of(settings_, sqlite3_system_errno(raw_)); number != 0) {
        what += ": " + std::string{std::strerror(number)};
      }
      break;
    default:
      break;
  }
  return fail(code, std::move(what), settings_.address.path);
}

int sqlite_session::on_busy(void* self, int tries) {
  return static_cast<sqlite_session*>(self)->wait(tries) ? 1 : 0;
}

int sqlite_session::on_progress(void* self) {
  return static_cast<sqlite_session*>(self)->stopped() ? 1 : 0;
}

bool sqlite_session::stopped() const noexcept {
  return settings_.stop && settings_.stop->load(std::memory_order_relaxed);
}

bool sqlite_session::wait(int tries) {
  auto now = std::chrono::steady_clock::now();
  if (tries == 0) {
    busy_since_ = now;
  }
  if (stopped() || now - busy_since_ >= settings_.busy_timeout) {
    return false;
  }
  std::this_thread::sleep_for(std::min<std::chrono::milliseconds>(1ms + 2ms * tries, 50ms));
  return true;
}

} // namespace faucet
