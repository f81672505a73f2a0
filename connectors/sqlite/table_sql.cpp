#include "connectors/sqlite/table_sql.hpp"

#include "database/quoting.hpp"

#include <cctype>

namespace faucet {

namespace {

/// Reads the few words at the beginning of a CREATE statement.
class statement_head {
public:
  explicit statement_head(std::string_view sql) : rest_(sql) {
    // nop
  }

  /// Passes a keyword and the blank behind it.
  bool skip(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) {
      return false;
    }
    rest_.remove_prefix(word.size());
    return true;
  }

  /// Passes a name, however it is quoted.
  bool skip_name() {
    skip_blanks();
    if (rest_.empty()) {
      return false;
    }
    auto size = is_quote(rest_.front()) ? quoted_size() : plain_size();
    rest_.remove_prefix(size);
    return size > 0;
  }

  [[nodiscard]] std::string_view rest() const noexcept {
    return rest_;
  }

private:
  static bool is_quote(char x) noexcept {
    return x == '"' || x == '\'' || x == '`' || x == '[';
  }

  void skip_blanks() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
      rest_.remove_prefix(1);
    }
  }

  [[nodiscard]] size_t plain_size() const noexcept {
    size_t size = 0;
    while (size < rest_.size()) {
      auto x = static_cast<unsigned char>(rest_[size]);
      if (std::isalnum(x) == 0 && x != '_' && x != '$' && x < 0x80) {
        break;
      }
      ++size;
    }
    return size;
  }

  /// 0 where the quotes are not closed.
  [[nodiscard]] size_t quoted_size() const noexcept {
    auto end = rest_.front() == '[' ? ']' : rest_.front();
    for (size_t at = 1; at < rest_.size(); ++at) {
      if (rest_[at] != end) {
        continue;
      }
      if (end == ']' || at + 1 == rest_.size() || rest_[at + 1] != end) {
        return at + 1;
      }
      ++at; // a doubled quote
    }
    return 0;
  }

  std::string_view rest_;
};

expected<std::vector<std::string>> texts(sqlite_connection& database, std::string_view sql,
                                         std::string_view table) {
  auto query = database.prepare(sql);
  if (!query) {
    return fail(std::move(query));
  }
  query->bind(1, table);
  std::vector<std::string> result;
  auto ok = query->for_each_row([&] { result.emplace_back(query->text(0)); });
  return ok ? expected<std::vector<std::string>>{std::move(result)} : fail(std::move(ok));
}

} // namespace

expected<std::optional<std::string>>
table_sql_for(sqlite_connection& database, std::string_view table, std::string_view new_name) {
  auto found =
    texts(database, "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?1", table);
  if (!found) {
    return fail(std::move(found));
  }
  if (found->empty()) {
    return std::nullopt;
  }
  statement_head head{found->front()};
  if (!head.skip("CREATE TABLE ") || !head.skip_name()) {
    return std::nullopt;
  }
  return "CREATE TABLE " + sql_identifier(new_name) + std::string{head.rest()};
}

expected<std::vector<std::string>>
unique_indexes_for(sqlite_connection& database, std::string_view table, std::string_view new_name) {
  auto found = texts(database,
                     "SELECT sql FROM main.sqlite_schema WHERE type = 'index' AND tbl_name = ?1 "
                     "AND sql IS NOT NULL ORDER BY name",
                     table);
  if (!found) {
    return found;
  }
  std::vector<std::string> result;
  for (const auto& sql : *found) {
    statement_head head{sql};
    if (head.skip("CREATE UNIQUE INDEX ") && head.skip_name()
        && (head.skip("ON") || head.skip("on")) && head.skip_name()) {
      auto name = std::string{new_name} + "_" + std::to_string(result.size());
      result.push_back("CREATE UNIQUE INDEX " + sql_identifier(name) + " ON "
                       + sql_identifier(new_name) + std::string{head.rest()});
    }
  }
  return result;
}

} // namespace faucet
