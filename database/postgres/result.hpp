#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct pg_result; // libpq's

namespace faucet {

/// What a statement answered: rows, or a number of rows. Owns libpq's memory; views into it live as
/// long as the result.
class pg_result {
public:
  explicit pg_result(::pg_result* raw) noexcept : raw_(raw) {
    // nop
  }

  // -- observers --------------------------------------------------------------

  [[nodiscard]] size_t rows() const noexcept;

  [[nodiscard]] size_t columns() const noexcept;

  [[nodiscard]] std::string_view name(size_t column) const noexcept;

  /// The object id of a column's type.
  [[nodiscard]] uint32_t type(size_t column) const noexcept;

  /// The type modifier of a column, -1 where there is none.
  [[nodiscard]] int modifier(size_t column) const noexcept;

  [[nodiscard]] bool is_null(size_t row, size_t column) const noexcept;

  /// A cell as the server wrote it; empty for NULL. A zero byte stands behind it.
  [[nodiscard]] std::string_view text(size_t row, size_t column) const noexcept;

  /// Rows that an INSERT, UPDATE, DELETE or COPY touched; 0 for other statements.
  [[nodiscard]] uint64_t affected() const noexcept;

  /// libpq's ExecStatusType.
  [[nodiscard]] int state() const noexcept;

  /// For a statement that was described: the types of its parameters.
  [[nodiscard]] size_t parameters() const noexcept;
  [[nodiscard]] uint32_t parameter_type(size_t index) const noexcept;

private:
  struct release {
    void operator()(::pg_result* raw) const noexcept;
  };

  std::unique_ptr<::pg_result, release> raw_;
};

} // namespace faucet
