#include "state/history/sql_spelling.hpp"

namespace faucet {

namespace {

std::string_view trimmed(std::string_view text) {
  auto first = text.find_first_not_of(" \n");
  return first == std::string_view::npos
           ? std::string_view{}
           : text.substr(first, text.find_last_not_of(" \n") - first + 1);
}

std::vector<sql_spelling::column> columns_of(std::string_view list) {
  std::vector<sql_spelling::column> result;
  while (!list.empty()) {
    auto comma = std::min(list.find(','), list.size());
    auto one = trimmed(list.substr(0, comma));
    auto space = one.find(' ');
    result.push_back({one.substr(0, space), one.substr(space + 1)});
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return result;
}

} // namespace

std::string sql_spelling::spell(std::string_view sql) const {
  std::string result;
  for (;;) {
    auto open = sql.find('{');
    result += sql.substr(0, open);
    if (open == std::string_view::npos) {
      return result;
    }
    auto close = sql.find('}', open);
    result += word(sql.substr(open + 1, close - open - 1));
    sql.remove_prefix(close + 1);
  }
}

std::string sql_spelling::word(std::string_view text) const {
  constexpr std::string_view after = "after ";
  constexpr std::string_view before = "before ";
  constexpr std::string_view list = "rows ";
  if (text == "now") {
    return time("0");
  }
  if (text.starts_with(after)) {
    return time(text.substr(after.size()));
  }
  if (text.starts_with(before)) {
    return time("-" + std::string{text.substr(before.size())});
  }
  if (text.starts_with(list)) {
    auto colon = text.find(':');
    return rows(text.substr(list.size(), colon - list.size()), columns_of(text.substr(colon + 1)));
  }
  return std::string{fixed(text)};
}

} // namespace faucet
