#include "connectors/sqlite/bound_query.hpp"

#include "config/to_value.hpp"
#include "connectors/sql/column_inference.hpp"
#include "connectors/sql/incremental_query.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <charconv>

namespace faucet {

namespace {

/// Names that tokens have as parameters, where those of the query have no numbers of their own.
constexpr std::string_view token_name = ":faucet_value_";

/// Binds a scalar; `whose` says in messages whose value it is.
expected<void> bind_scalar(sqlite_statement& to, int index, const value& x,
                           const std::string& whose) {
  auto* raw = to.raw();
  switch (x.kind()) {
    case kind::null:
      sqlite3_bind_null(raw, index);
      return {};
    case kind::boolean:
      to.bind(index, int64_t{x.as_bool()});
      return {};
    case kind::int64:
      to.bind(index, x.as_int());
      return {};
    case kind::float64:
      sqlite3_bind_double(raw, index, x.as_double());
      return {};
    case kind::decimal: {
      if (!fits_double(x)) {
        break;
      }
      double number = 0;
      auto text = x.as_text();
      std::from_chars(text.data(), text.data() + text.size(), number);
      sqlite3_bind_double(raw, index, number);
      return {};
    }
    case kind::string:
      to.bind(index, x.as_text());
      return {};
    case kind::uint64:
      break;
    default:
      return fail(ec::source_failed, whose + " is no number, text or boolean");
  }
  auto number = x.kind() == kind::uint64 ? std::to_string(x.as_uint()) : std::string{x.as_text()};
  return fail(ec::source_failed, whose + " is " + number + ", which no number of SQLite holds");
}

/// The number that a parameter is named by: 2 for "?2", "$2", ":2", "@2"; 0 = none.
size_t parameter_number(std::string_view name) {
  size_t result = 0;
  const auto* end = name.data() + name.size();
  auto [stop, status] = std::from_chars(name.data() + 1, end, result);
  return status == std::errc{} && stop == end ? result : 0;
}

/// Makes and binds one statement.
class binding {
public:
  binding(sqlite_connection& database, const sqlite_source_options& options, const value& start,
          query_text query)
    : database_(database), options_(options), start_(start), query_(std::move(query)) {
    // nop
  }

  expected<sqlite_statement> make() {
    // With NULL for every token: shows what the query is and how it numbers its parameters.
    auto plain = prepare(query_.render([](std::string_view) { return "NULL"; }));
    if (!plain) {
      return plain;
    }
    if (auto ok = check_plain(*plain); !ok) {
      return fail(std::move(ok));
    }
    auto first = numbered_ ? options_.params.size() + 1 : 1;
    auto write = [this](std::string_view, size_t number) {
      return (numbered_ ? "?" : std::string{token_name}) + std::to_string(number);
    };
    const auto& column = options_.replication.column;
    auto query = options_.replication.is_incremental()
                   ? number_incremental_query(query_, column, sqlite_cursor_token, first, write)
                   : number_query(query_, first, write);
    tokens_ = std::move(query.parameters);
    auto result = prepare(query.sql);
    if (result) {
      if (auto ok = bind_all(*result); !ok) {
        return fail(ok.error().code, ok.error().what, database_.name());
      }
    }
    return result;
  }

private:
  expected<sqlite_statement> prepare(const std::string& sql) {
    return database_.prepare(sql);
  }

  expected<void> check_plain(const sqlite_statement& plain) {
    auto* raw = plain.raw();
    auto sql = query_.render([](std::string_view) { return "NULL"; });
    if (!prepare("SELECT * FROM (" + sql + ")")) {
      return refuse("the query is no SELECT");
    }
    for (int i = 1; i <= sqlite3_bind_parameter_count(raw); ++i) {
      const auto* name = sqlite3_bind_parameter_name(raw, i);
      numbered_ = numbered_ || (name != nullptr && name[0] == '?');
    }
    if (!options_.replication.is_incremental()) {
      return {};
    }
    const auto& wanted = options_.replication.column;
    for (int i = 0; i < sqlite3_column_count(raw); ++i) {
      if (wanted == sqlite3_column_name(raw, i)) {
        return {};
      }
    }
    return fail(ec::invalid_config,
                "replication.column: the query has no column \"" + wanted + "\"", database_.name());
  }

  expected<void> bind_all(sqlite_statement& to) {
    std::vector<bool> used(options_.params.size());
    size_t next = 0; // of the parameters without a name
    for (int i = 1; i <= sqlite3_bind_parameter_count(to.raw()); ++i) {
      const auto* name = sqlite3_bind_parameter_name(to.raw(), i);
      if (auto token = token_at(i, name); token != nullptr) {
        if (auto ok = bind_token(to, i, *token); !ok) {
          return ok;
        }
        continue;
      }
      if (name == nullptr && numbered_) {
        next = static_cast<size_t>(i - 1);
      }
      auto number = name == nullptr ? ++next : parameter_number(name);
      if (number == 0 || number > options_.params.size()) {
        return refuse("parameter " + (name == nullptr ? std::to_string(number) : name)
                      + " of the query has no value in \"params\"");
      }
      used[number - 1] = true;
      if (auto ok = bind_node(to, i, options_.params[number - 1],
                              "params[" + std::to_string(number - 1) + "]");
          !ok) {
        return ok;
      }
    }
    auto unused = std::find(used.begin(), used.end(), false);
    return unused == used.end() ? expected<void>{}
                                : refuse("params[" + std::to_string(unused - used.begin())
                                         + "] is no value of a parameter of the query");
  }

  /// The token behind a parameter, nullptr where there is none.
  [[nodiscard]] const std::string* token_at(int index, const char* name) const {
    if (name == nullptr) {
      return nullptr;
    }
    size_t at = 0;
    if (numbered_) {
      auto own = options_.params.size();
      at = static_cast<size_t>(index) > own ? static_cast<size_t>(index) - own : 0;
    } else if (std::string_view text{name}; text.starts_with(token_name)) {
      text.remove_prefix(token_name.size() - 1);
      at = parameter_number(text);
    }
    return at == 0 || at > tokens_.size() ? nullptr : &tokens_[at - 1];
  }

  expected<void> bind_token(sqlite_statement& to, int index, const std::string& token) {
    if (token == sqlite_cursor_token) {
      return bind_scalar(to, index, start_,
                         "the bookmark of column \"" + options_.replication.column + "\"");
    }
    for (const auto& [name, content] : options_.query.values) {
      if (name == token) {
        return bind_node(to, index, content, token);
      }
    }
    return refuse("there is no value for " + token);
  }

  static expected<void> bind_node(sqlite_statement& to, int index, const node& x,
                                  const std::string& whose) {
    page_builder memory;
    return bind_scalar(to, index, to_value(x, memory), whose);
  }

  tl::unexpected<error> refuse(std::string what) {
    return fail(ec::source_failed, std::move(what), database_.name());
  }

  sqlite_connection& database_;
  const sqlite_source_options& options_;
  const value& start_;
  query_text query_;
  std::vector<std::string> tokens_; ///< in the order of their numbers
  bool numbered_ = false;           ///< the query has parameters such as ?1
};

} // namespace

expected<sqlite_statement> bound_query(sqlite_connection& database,
                                       const sqlite_source_options& options, const value& start) {
  auto query = query_text::scan(options.query.text, sqlite_sql, sqlite_cursor_token);
  if (!query) {
    return fail(query.error().code, query.error().what, database.name());
  }
  return binding{database, options, start, std::move(*query)}.make();
}

} // namespace faucet
