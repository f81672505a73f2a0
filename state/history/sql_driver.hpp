#pragma once

#include "model/error.hpp"

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// One parameter of a statement: text, a number as text, or NULL.
class sql_value {
public:
  sql_value(std::nullopt_t) { // NOLINT(google-explicit-constructor)
    // nop
  }

  template <class T>
  requires std::convertible_to<const T&, std::string_view>
  sql_value(const T& text) // NOLINT(google-explicit-constructor)
    : text_(std::string_view{text}) {
    // nop
  }

  template <std::integral T>
  sql_value(T number) : text_(std::to_string(number)) { // NOLINT(google-explicit-constructor)
    // nop
  }

  /// Nothing is NULL.
  [[nodiscard]] const std::optional<std::string>& text() const noexcept {
    return text_;
  }

private:
  std::optional<std::string> text_;
};

/// A span of time as {after $1} takes it: milliseconds, at most 100 years.
sql_value milliseconds_value(std::chrono::milliseconds x);

/// NULL in place of an empty text.
inline sql_value text_or_null(std::string_view text) {
  return text.empty() ? sql_value{std::nullopt} : sql_value{text};
}

/// What a statement answered: its rows, every cell as text.
class sql_answer {
public:
  explicit sql_answer(size_t columns) : columns_(columns) {
    // nop
  }

  void add_cell(std::optional<std::string> text) {
    cells_.push_back(std::move(text));
  }

  [[nodiscard]] size_t rows() const noexcept {
    return columns_ == 0 ? 0 : cells_.size() / columns_;
  }

  /// Nothing is NULL.
  [[nodiscard]] const std::optional<std::string>& cell(size_t row, size_t column) const {
    return cells_[row * columns_ + column];
  }

  /// Empty for NULL, too.
  [[nodiscard]] std::string text(size_t row, size_t column) const {
    return cell(row, column).value_or(std::string{});
  }

  /// 0 for NULL and for what is no number.
  [[nodiscard]] uint64_t number(size_t row, size_t column) const;

private:
  size_t columns_;
  std::vector<std::optional<std::string>> cells_;
};

/// Refuses texts that some database would cut or change: not UTF-8, or with a zero byte.
expected<void> check_texts(std::span<const sql_value> parameters);

/// So many statements a driver keeps prepared: filters of lists are of many shapes.
inline constexpr size_t most_prepared = 200;

/// A database as the history uses it. Blocking; used by one thread at a time.
///
/// Statements are written once for all databases, as SQL that all of them understand, with $1, $2 …
/// for parameters, and these words for what each of them says in its own way:
///
///   {now}                     the time, as 2026-11-29T22:17:41.819564483Z
///   {after $1}, {before $1}   the time that many milliseconds later or earlier
///   {rows $1: a text, b bigint}   what FROM takes: the rows of a parameter that row_list has made
///   {locked}, {skip locked}   behind a SELECT: locks its rows; passes over rows locked by others
///   {undeleted}               behind a SELECT: its rows may be changed by others, but not deleted
///   {text}, {serial key}      types of columns: text in the order of its bytes, a growing number
///
/// The time of {now} is that of the beginning of the transaction, or later.
///
/// A connection that broke is made anew for the next statement outside of a transaction.
class sql_driver {
public:
  virtual ~sql_driver() = default;

  /// Begins a transaction that will write.
  virtual expected<void> begin() = 0;

  virtual expected<void> commit() = 0;

  /// Takes back the transaction under way, if there is one.
  virtual void roll_back() noexcept = 0;

  /// Runs one statement. `unavailable` where trying again may help, else `state_failed`.
  virtual expected<sql_answer> execute(std::string_view sql,
                                       std::span<const sql_value> parameters) = 0;

  /// Runs one statement with the parameters in a list.
  expected<sql_answer> run(std::string_view sql, std::initializer_list<sql_value> parameters = {}) {
    return execute(sql, {parameters.begin(), parameters.size()});
  }

  /// Runs one statement of the transaction under way whose answer nobody needs: at the latest when
  /// it is committed. What it fails of may be told only then, or by a statement between. Outside of
  /// a transaction it is run at once.
  virtual expected<void> postpone(std::string_view sql,
                                  std::initializer_list<sql_value> parameters) {
    return run(sql, parameters).map([](const sql_answer&) {});
  }

  /// Keeps others that want the same lock out until the end of the transaction; false where one of
  /// them has it.
  virtual expected<bool> try_lock_schema() = 0;

  /// True where the last failure may not come back at once: the connection had broken before the
  /// call, or two transactions were in each other's way.
  [[nodiscard]] virtual bool worth_repeating() const noexcept = 0;

  /// Where the database is, as it may be shown.
  [[nodiscard]] virtual const std::string& name() const noexcept = 0;
};

} // namespace faucet
