#pragma once

#include "model/error.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3_stmt; // SQLite's

namespace faucet {

class sqlite_connection;
class sqlite_session;

/// A prepared statement. Must not outlive its connection.
class sqlite_statement {
public:
  sqlite_statement() = default;

  [[nodiscard]] ::sqlite3_stmt* raw() const noexcept {
    return raw_.get();
  }

  /// False before it was prepared.
  explicit operator bool() const noexcept {
    return raw_ != nullptr;
  }

  // -- parameters, from 1 -----------------------------------------------------

  void bind(int index, int64_t x) noexcept;

  /// Copies the text.
  void bind(int index, std::string_view text) noexcept;

  /// The index of a parameter that is written as `$1`; 0 where the statement has none of that name.
  [[nodiscard]] int parameter(const char* name) const noexcept;

  /// Makes every parameter NULL.
  void clear_parameters() noexcept;

  // -- running ----------------------------------------------------------------

  /// True where there is a row, false at the end.
  expected<bool> step();

  /// Calls `each` for every row that is left.
  template <class Each>
  expected<void> for_each_row(Each each) {
    for (;;) {
      auto more = step();
      if (!more) {
        return fail(std::move(more));
      }
      if (!*more) {
        return {};
      }
      each();
    }
  }

  /// Runs it to its end, ready to be run again.
  expected<void> run();

  void reset() noexcept;

  // -- the row, columns from 0 ------------------------------------------------

  [[nodiscard]] int columns() const noexcept;

  [[nodiscard]] bool is_null(int column) const noexcept;

  [[nodiscard]] int64_t integer(int column) const noexcept;

  /// Valid until the next step.
  [[nodiscard]] std::string_view text(int column) const noexcept;

private:
  friend class sqlite_connection;

  struct finalize {
    void operator()(::sqlite3_stmt* raw) const noexcept;
  };

  sqlite_statement(::sqlite3_stmt* raw, const sqlite_session* owner) : raw_(raw), owner_(owner) {
    // nop
  }

  std::unique_ptr<::sqlite3_stmt, finalize> raw_;
  const sqlite_session* owner_ = nullptr;
};

} // namespace faucet
