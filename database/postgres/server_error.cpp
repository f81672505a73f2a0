#include "database/postgres/server_error.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <array>

namespace faucet {

namespace {

constexpr size_t state_size = 5;

/// Lines joined to one, without white space around them.
std::string one_line(std::string_view text) {
  std::string result;
  for (size_t from = 0; from < text.size();) {
    auto end = std::min(text.find('\n', from), text.size());
    auto line = text.substr(from, end - from);
    from = end + 1;
    auto first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
      continue;
    }
    line.remove_prefix(first);
    if (line.starts_with("LOCATION:")) {
      continue; // a place in the server's source
    }
    result += result.empty() ? "" : " ";
    result += line.substr(0, line.find_last_not_of(" \t") + 1);
  }
  return result;
}

/// Every one of them holds a digit; "FATAL" is none.
bool is_state(std::string_view text) {
  auto is_digit = [](char x) { return x >= '0' && x <= '9'; };
  return text.size() == state_size && std::any_of(text.begin(), text.end(), is_digit)
         && std::all_of(text.begin(), text.end(),
                        [&](char x) { return is_digit(x) || (x >= 'A' && x <= 'Z'); });
}

void add_field(std::string& to, const ::pg_result* failed, int field, std::string_view before) {
  if (const auto* text = PQresultErrorField(failed, field); text != nullptr && *text != '\0') {
    to += before;
    to += one_line(text);
  }
}

} // namespace

pg_failure statement_failure(const ::pg_result* failed, const ::pg_conn* connection) {
  const auto* state = PQresultErrorField(failed, PG_DIAG_SQLSTATE);
  if (state == nullptr) {
    return connection_failure(connection);
  }
  pg_failure result{state, {}, {}};
  add_field(result.what, failed, PG_DIAG_MESSAGE_PRIMARY, "");
  add_field(result.what, failed, PG_DIAG_MESSAGE_DETAIL, ": ");
  add_field(result.what, failed, PG_DIAG_MESSAGE_HINT, "; ");
  if (result.what.ends_with('.')) {
    result.what.pop_back();
  }
  result.what += " (SQLSTATE " + result.sqlstate + ")";
  add_field(result.place, failed, PG_DIAG_CONTEXT, "");
  return result;
}

pg_failure connection_failure(const ::pg_conn* connection) {
  pg_failure result;
  result.what = one_line(PQerrorMessage(connection));
  // The verbose form is `FATAL:  28P01: password authentication failed for user "x"`.
  for (auto at = result.what.find(": "); at != std::string::npos;
       at = result.what.find(": ", at + 1)) {
    auto from = result.what.find_first_not_of(' ', at + 1);
    if (from != std::string::npos
        && is_state(std::string_view{result.what}.substr(from, state_size))
        && std::string_view{result.what}.substr(from + state_size, 2) == ": ") {
      result.sqlstate = result.what.substr(from, state_size);
      result.what =
        result.what.substr(from + state_size + 2) + " (SQLSTATE " + result.sqlstate + ")";
      return result;
    }
  }
  if (result.what.empty()) {
    result.what = "the connection was lost";
  }
  return result;
}

ec code_of(const pg_failure& failure, ec otherwise) noexcept {
  constexpr std::array<std::string_view, 7> passing{
    "57P01", "57P02", "57P03", // stopping, crashed, starting
    "53300",                   // too many connections
    "40001", "40P01",          // serialization, deadlock
    "57P05",                   // idle session ended
  };
  if (failure.sqlstate.empty() || failure.sqlstate.starts_with("08")
      || std::find(passing.begin(), passing.end(), failure.sqlstate) != passing.end()) {
    return ec::unavailable;
  }
  return otherwise;
}

} // namespace faucet
