#include "connectors/sql/strict_comparison.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace faucet {

namespace {

using form = sql_piece::form;

bool ends_predicate(std::string_view word) {
  static constexpr std::array<std::string_view, 20> words{
    "and",  "or",      "not",  "where", "on", "when", "then", "else", "having", "select",
    "from", "between", "like", "in",    "is", "case", "join", "by",   "set",    "values"};
  std::string lower{word};
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c; });
  return std::ranges::find(words, lower) != words.end();
}

/// Operators that make a value of values and decide nothing.
bool is_arithmetic(std::string_view operation) {
  return operation.find_first_not_of("+-*/%^|&#~") == std::string_view::npos
           ? operation != "&&"
           : operation == "->" || operation == "->>" || operation == "#>" || operation == "#>>"
               || operation == "=>";
}

/// `>-1` is a comparison and a sign.
std::string_view without_signs(std::string_view operation) {
  auto last = operation.find_last_not_of("+-~");
  return operation.substr(0, last + 1);
}

/// The piece from which a search goes on: behind a group that begins (or, to the left, ends) there.
size_t behind_group(std::span<const sql_piece> query, size_t at, size_t step) {
  size_t depth = 0;
  auto opening = query[at].what;
  auto closing = opening == form::open ? form::close : form::open;
  for (; at < query.size(); at += step) { // to the left it wraps around and ends as well
    if (query[at].what == opening) {
      ++depth;
    } else if (query[at].what == closing && --depth == 0) {
      return at + step;
    }
  }
  return at;
}

/// Searches one side: step 1 to the right, size_t(-1) to the left.
bool finds(std::span<const sql_piece> query, size_t from, size_t step, std::string_view strict) {
  auto group = step == 1 ? form::open : form::close;
  for (auto at = from + step; at < query.size();) {
    const auto& [what, begin, end, text] = query[at];
    if (what == group) {
      at = behind_group(query, at, step);
      continue;
    }
    if (what == form::comma || what == form::end || (what == form::word && ends_predicate(text))) {
      return false;
    }
    if (what == form::operation && !is_arithmetic(text)) {
      return without_signs(text) == strict;
    }
    at += step;
  }
  return false;
}

} // namespace

bool is_compared_strictly(std::span<const sql_piece> query, size_t at) {
  return finds(query, at, static_cast<size_t>(-1), ">") || finds(query, at, 1, "<");
}

} // namespace faucet
