#include "config/row_graph.hpp"

#include "config/nearest_name.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace faucet {

namespace {

// Names that mean something else in ${name.…} and in keys of the state.
constexpr std::array<std::string_view, 14> reserved{
  "backfill", "bookmark", "env",       "faucet",   "file",   "job_id", "matrix",
  "now",      "param",    "partition", "pipeline", "secret", "tenant", "window"};

bool is_row_id(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
           || c == '-';
  });
}

expected<void> check_characters(const row_name& id, std::string_view what) {
  if (is_row_id(id.text)) {
    return {};
  }
  return fail(ec::invalid_config,
              std::string{what} + " " + detail::json_text(id.text)
                + " may hold letters, digits, _ and - only, and at least one",
              to_string(id.where));
}

/// Walks from each row to the rows it waits for; a row met again on the way closes a circle.
class circle_search {
public:
  explicit circle_search(std::vector<std::vector<size_t>> waits_for)
    : waits_for_(std::move(waits_for)), state_(waits_for_.size(), state::unseen) {
    // nop
  }

  /// The rows of a circle, its first one repeated at the end; empty where there is none.
  std::vector<size_t> find() {
    for (size_t start = 0; start < waits_for_.size(); ++start) {
      if (auto circle = from(start); !circle.empty()) {
        return circle;
      }
    }
    return {};
  }

private:
  enum class state { unseen, on_the_way, done };

  struct step {
    size_t row;
    size_t next = 0; ///< which of the rows it waits for
  };

  std::vector<size_t> from(size_t start) {
    if (state_[start] != state::unseen) {
      return {};
    }
    std::vector<step> way{{start}};
    state_[start] = state::on_the_way;
    while (!way.empty()) {
      auto& [row, next] = way.back();
      if (next == waits_for_[row].size()) {
        state_[row] = state::done;
        way.pop_back();
        continue;
      }
      auto target = waits_for_[row][next++];
      if (state_[target] == state::on_the_way) {
        return circle(way, target);
      }
      if (state_[target] == state::unseen) {
        state_[target] = state::on_the_way;
        way.push_back({target});
      }
    }
    return {};
  }

  static std::vector<size_t> circle(const std::vector<step>& way, size_t closing) {
    std::vector<size_t> result;
    auto first = std::ranges::find(way, closing, &step::row);
    for (; first != way.end(); ++first) {
      result.push_back(first->row);
    }
    result.push_back(closing);
    return result;
  }

  std::vector<std::vector<size_t>> waits_for_;
  std::vector<state> state_;
};

} // namespace

expected<std::vector<std::string>> row_ids(const std::vector<matrix_row>& rows) {
  std::vector<std::string> result;
  std::unordered_map<std::string, position> seen;
  for (size_t i = 0; i < rows.size(); ++i) {
    row_name id = rows[i].id.value_or(row_name{"row-" + std::to_string(i), rows[i].where});
    if (auto ok = check_characters(id, "row id"); !ok) {
      return fail(std::move(ok));
    }
    if (std::ranges::find(reserved, id.text) != reserved.end()) {
      return fail(ec::invalid_config,
                  "row id \"" + id.text + "\" is a word of the grammar; take another",
                  to_string(id.where));
    }
    if (auto [first, is_new] = seen.try_emplace(id.text, id.where); !is_new) {
      return fail(ec::invalid_config,
                  "row id \"" + id.text + "\" is there twice, first at " + to_string(first->second),
                  to_string(id.where));
    }
    for (const auto& former : rows[i].legacy_state_ids) {
      if (auto ok = check_characters(former, "legacy_state_ids of row \"" + id.text + "\":"); !ok) {
        return fail(std::move(ok));
      }
    }
    result.push_back(std::move(id.text));
  }
  return result;
}

expected<void> check_row_graph(const std::vector<matrix_row>& rows,
                               const std::vector<std::string>& ids) {
  std::vector<std::vector<size_t>> waits_for(rows.size());
  auto add = [&](size_t row, const row_name& target, std::string_view how) -> expected<void> {
    auto found = std::ranges::find(ids, target.text);
    if (found == ids.end()) {
      return fail(ec::invalid_config,
                  "row \"" + ids[row] + "\" " + std::string{how} + " \"" + target.text
                    + "\", which is no row"
                    + suggestion_of(target.text, {ids.begin(), ids.end()}, "rows"),
                  to_string(target.where));
    }
    waits_for[row].push_back(static_cast<size_t>(found - ids.begin()));
    return {};
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].parent) {
      if (auto ok = add(i, *rows[i].parent, "has the parent"); !ok) {
        return ok;
      }
    }
    for (const auto& target : rows[i].depends_on) {
      if (auto ok = add(i, target, "depends on"); !ok) {
        return ok;
      }
    }
  }
  auto circle = circle_search{std::move(waits_for)}.find();
  if (circle.empty()) {
    return {};
  }
  std::string chain;
  for (auto row : circle) {
    chain += (chain.empty() ? "" : " -> ") + ids[row];
  }
  return fail(ec::invalid_config, "rows wait for each other in a circle: " + chain,
              to_string(rows[circle.front()].where));
}

} // namespace faucet
