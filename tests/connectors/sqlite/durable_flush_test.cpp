#include "tests/catch.hpp"
#include "tests/connectors/sink_run.hpp"
#include "tests/temp_folder.hpp"

#include <sqlite3.h>

#include <cstring>

using namespace faucet;
using namespace faucet::test;

namespace {

int synced_logs = 0;
sqlite3_vfs* system_files = nullptr;
const sqlite3_io_methods* system_methods = nullptr;
sqlite3_io_methods counting_methods;

int count_sync(sqlite3_file* file, int flags) {
  ++synced_logs;
  return system_methods->xSync(file, flags);
}

/// Opens a write-ahead log such that forcing it to the disk is counted.
int open_counted(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* given) {
  auto code = system_files->xOpen(system_files, name, file, flags, given);
  if (code == SQLITE_OK && (flags & SQLITE_OPEN_WAL) != 0) {
    system_methods = file->pMethods;
    counting_methods = *system_methods;
    counting_methods.xSync = &count_sync;
    file->pMethods = &counting_methods;
  }
  return code;
}

/// The files that SQLite uses by default, while it lives.
class counted_files {
public:
  counted_files() {
    synced_logs = 0;
    system_files = sqlite3_vfs_find(nullptr);
    files_ = *system_files;
    files_.zName = "counted";
    files_.xOpen = &open_counted;
    sqlite3_vfs_register(&files_, 1);
  }

  counted_files(const counted_files&) = delete;
  counted_files& operator=(const counted_files&) = delete;

  ~counted_files() {
    sqlite3_vfs_unregister(&files_);
    sqlite3_vfs_register(system_files, 1);
  }

private:
  sqlite3_vfs files_;
};

} // namespace

TEST_CASE("a flush forces what was written to the disk, a page without one does not") {
  temp_folder folder;
  counted_files files;
  sink_run run{"sqlite", "database_url: '" + (folder / "a.db").string()
                           + "'\ntable_name: t\ncolumn_mapping: auto_map"};
  run.write({R"({"a":1})"}).flush();
  auto before = synced_logs;
  run.write({R"({"a":2})"}).write({R"({"a":3})"});
  CHECK(synced_logs == before);
  run.flush();
  CHECK(synced_logs == before + 1);
  run.flush();
  CHECK(synced_logs == before + 1);
  run.close();
}
