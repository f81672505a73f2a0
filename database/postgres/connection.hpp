#pragma once

#include "database/postgres/result.hpp"
#include "model/error.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct pg_conn; // libpq's

namespace faucet {

struct pg_failure;

/// How a connection is made and how long it waits.
struct pg_settings {
  std::string address; ///< a URL or libpq's list of keywords

  /// Whether it counts alone, without passwords and the like of this process; see bare_address.
  bool address_only = false;

  /// Ends every wait within 50 ms once it is set and the grace is over. May be absent.
  std::shared_ptr<const std::atomic<bool>> stop;

  /// How long it may go on after that, to bring to an end what must not be cut short.
  std::chrono::milliseconds grace{0};

  /// The longest silence of the server while an answer is due; 0 = wait for ever.
  std::chrono::milliseconds timeout{0};

  /// The code of what the server refuses; a broken connection is always `unavailable`.
  ec refused = ec::source_failed;
};

/// One parameter of a statement. What it points to must live until the call returns.
struct pg_parameter {
  std::optional<std::string_view> value; ///< none is NULL
  uint32_t type = 0;                     ///< object id of the type; 0 lets the server decide
  bool binary = false;
};

/// A call of a statement that was prepared. What its parameters point to must live until it
/// returns.
struct pg_call {
  std::string name;
  std::vector<pg_parameter> parameters;
};

/// How the server writes the cells of a result.
enum class pg_format { text, binary };

/// A connection to PostgreSQL. Used by one thread at a time. No call blocks longer than the
/// settings say; a call that was stopped or ran out of time cancels what the server is doing and
/// closes the connection, as does a broken connection: every later call then fails.
///
/// Failures name the address without its password and carry the server's message with detail, hint
/// and SQLSTATE. A call that was stopped fails with `ec::cancelled`.
class pg_connection {
public:
  /// Gives up after 10 seconds, or after the `connect_timeout` of the address. The session speaks
  /// UTF-8.
  static expected<pg_connection> open(pg_settings settings);

  pg_connection(pg_connection&&) noexcept;
  pg_connection& operator=(pg_connection&&) noexcept;
  ~pg_connection();

  // -- observers --------------------------------------------------------------

  /// The address as it may be shown.
  [[nodiscard]] const std::string& name() const noexcept {
    return name_;
  }

  /// False once it was closed.
  [[nodiscard]] bool is_open() const noexcept {
    return raw_ != nullptr;
  }

  /// The SQLSTATE of the last failure; empty where the server did not say one.
  [[nodiscard]] const std::string& sqlstate() const noexcept {
    return sqlstate_;
  }

  /// Where the last failure happened, as the server said: `COPY people, line 3, column age: "x"`.
  [[nodiscard]] const std::string& failed_place() const noexcept {
    return failed_place_;
  }

  /// What the server reports of the session, for example "server_encoding"; empty where it does
  /// not.
  [[nodiscard]] std::string_view reported(const char* name) const noexcept;

  /// The server's version as a number: 150004 is 15.4.
  [[nodiscard]] int server_version() const noexcept;

  // -- statements -------------------------------------------------------------

  /// Runs one statement. More than one in `sql` is an error of the server.
  expected<pg_result> execute(const std::string& sql, std::span<const pg_parameter> parameters = {},
                              pg_format format = pg_format::text);

  /// Runs one statement that answers nothing of use.
  expected<void> run(const std::string& sql) {
    return execute(sql).map([](const pg_result&) {});
  }

  /// Parses a statement and keeps it under a name for as long as the connection stands.
  expected<void> prepare(const std::string& name, const std::string& sql);

  /// Runs statements that were prepared, one or more, in one exchange with the server; the answer
  /// is that of the last. None is run after one that fails, whose failure is told. What they do is
  /// done together or not at all, unless BEGIN or COMMIT is among them. Answers in text; the types
  /// of the parameters do not matter.
  expected<pg_result> execute_prepared(std::span<const pg_call> calls);

  /// Parses a statement without running it; the result has its columns and parameters, no rows.
  /// `types` presets types of parameters; 0 or nothing lets the server decide.
  expected<pg_result> describe(const std::string& sql, std::span<const uint32_t> types = {});

  /// Starts a statement whose rows are taken one by one, so that memory does not grow with them.
  expected<void> start_rows(const std::string& sql, std::span<const pg_parameter> parameters = {},
                            pg_format format = pg_format::text);

  /// The next row, as a result of one row; nothing at the end, when the connection is ready for
  /// other statements.
  expected<std::optional<pg_result>> next_row();

  /// Closes it; the server takes back what was not committed.
  void close() noexcept {
    raw_.reset();
  }

  // -- COPY … FROM STDIN ------------------------------------------------------

  expected<void> start_copy_in(const std::string& sql);

  /// Sends a piece of data, which need not end at the end of a row. Large pieces are best.
  expected<void> put_copied(std::string_view data);

  /// Ends the data; gives the number of rows that were taken. What the server has against the data
  /// is said here.
  expected<uint64_t> finish_copy_in();

  /// Takes back all that was put; the statement fails, the connection stays.
  expected<void> abort_copy_in();

private:
  struct finish {
    void operator()(::pg_conn* raw) const noexcept;
  };

  using clock = std::chrono::steady_clock;

  explicit pg_connection(pg_settings settings);

  // -- steps ------------------------------------------------------------------

  expected<void> connect();
  expected<void> check_open();
  /// Until the socket is ready for one of poll's events; counts against `deadline`.
  expected<void> wait(short events, std::optional<clock::time_point> deadline);
  [[nodiscard]] std::optional<clock::time_point> deadline(size_t answers = 1) const;
  expected<void> flush();
  /// Until a result can be taken without blocking. Several answers may come in one piece, at the
  /// end of all, and may take as long as each of them.
  expected<void> await_answer(size_t answers = 1);
  /// The outcome of the statement that was sent: its last result or its first failure.
  expected<pg_result> finish_statement();
  /// The same of several that were sent together.
  expected<pg_result> finish_pipeline(size_t answers);
  /// Sends a statement, to be answered.
  expected<void> send(const std::string& sql, std::span<const pg_parameter> parameters,
                      pg_format format);
  /// Takes what is left of a statement that failed; closes a connection that broke.
  tl::unexpected<error> fail_statement(pg_failure failure);
  /// Remembers a failure; lets go of a connection that broke.
  tl::unexpected<error> refused(pg_failure failure);
  /// The failure of a send, which is always that of the connection.
  tl::unexpected<error> lost();
  /// Cancels what runs, closes, and fails with that.
  tl::unexpected<error> give_up(ec code, std::string what);

  // -- member variables -------------------------------------------------------

  pg_settings settings_;
  std::string name_;
  std::string sqlstate_;
  std::string failed_place_;
  std::optional<clock::time_point> stopped_; ///< when a wait first saw that
  bool given_up_ = false;                    ///< because of that
  std::unique_ptr<::pg_conn, finish> raw_;
};

} // namespace faucet
