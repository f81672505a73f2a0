#include "connectors/sql/query_text.hpp"

#include "connectors/sql/strict_comparison.hpp"

#include <algorithm>

namespace faucet {

expected<query_text> query_text::scan(std::string text, const sql_dialect& dialect,
                                      std::string_view cursor_token) {
  query_text result;
  auto cut = cut_sql(text, dialect, cursor_token);
  if (!cut) {
    return fail(std::move(cut));
  }
  auto pieces = *cut;
  while (!pieces.empty() && pieces.back().what == sql_piece::form::end) {
    pieces.pop_back();
  }
  if (pieces.empty()) {
    return fail(ec::invalid_config, "the query is empty");
  }
  for (size_t i = 0; i < pieces.size(); ++i) {
    const auto& piece = pieces[i];
    if (piece.what == sql_piece::form::end) {
      return fail(ec::invalid_config,
                  "the query holds more than one statement; a source reads one");
    }
    if (piece.what != sql_piece::form::token) {
      continue;
    }
    auto known = std::ranges::find(result.tokens_, piece.text);
    auto token = static_cast<size_t>(known - result.tokens_.begin());
    if (known == result.tokens_.end()) {
      result.tokens_.emplace_back(piece.text);
    }
    result.places_.push_back({piece.begin, piece.end, token, is_compared_strictly(pieces, i)});
  }
  text.resize(pieces.back().end);
  result.text_ = std::move(text);
  return result;
}

bool query_text::uses(std::string_view token) const noexcept {
  return std::ranges::find(tokens_, token) != tokens_.end();
}

expected<void> query_text::refuse_strict(std::string_view token) const {
  auto strict = [&](const place& x) { return x.strict && tokens_[x.token] == token; };
  if (std::ranges::none_of(places_, strict)) {
    return {};
  }
  auto shown = std::string{token};
  return fail(
    ec::invalid_config,
    "compare with >= " + shown + " (or " + shown
      + " <=), not with > or <: later rows that share the last value read would be skipped");
}

std::string query_text::render(const placeholder& write) const {
  std::string result;
  size_t done = 0;
  for (const auto& [begin, end, token, strict] : places_) {
    result.append(text_, done, begin - done);
    result += write(tokens_[token]);
    done = end;
  }
  return result.append(text_, done);
}

} // namespace faucet
