#pragma once

#include "tests/temp_folder.hpp"

#include <sqlite3.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace faucet::test {

/// A database of a test, spoken to by SQLite alone.
class sqlite_file {
public:
  explicit sqlite_file(const std::filesystem::path& path) : path_(path.string()) {
    if (sqlite3_open(path_.c_str(), &raw_) != SQLITE_OK) {
      throw std::runtime_error{"cannot open " + path_};
    }
    sqlite3_busy_timeout(raw_, 10'000);
  }

  sqlite_file(const sqlite_file&) = delete;
  sqlite_file& operator=(const sqlite_file&) = delete;

  ~sqlite_file() {
    sqlite3_close(raw_);
  }

  [[nodiscard]] const std::string& path() const noexcept {
    return path_;
  }

  void execute(const std::string& sql) {
    char* message = nullptr;
    if (sqlite3_exec(raw_, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK) {
      throw std::runtime_error{message};
    }
  }

  /// Each row as the SQL literals of its cells, with commas between.
  std::vector<std::string> rows(const std::string& query) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(raw_, query.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
      throw std::runtime_error{sqlite3_errmsg(raw_)};
    }
    std::vector<std::string> result;
    while (sqlite3_step(statement) == SQLITE_ROW) {
      std::string row;
      for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
        auto quoted = sqlite3_column_type(statement, i) == SQLITE_TEXT;
        row += i == 0 ? "" : ",";
        row += text == nullptr ? "NULL" : quoted ? "'" + std::string{text} + "'" : text;
      }
      result.push_back(std::move(row));
    }
    sqlite3_finalize(statement);
    return result;
  }

private:
  std::string path_;
  sqlite3* raw_ = nullptr;
};

} // namespace faucet::test
