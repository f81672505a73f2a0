#include "config/selection.hpp"

#include "config/nearest_name.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace faucet {

namespace {

/// `*` stands for any text, `?` for one character.
bool matches(std::string_view pattern, std::string_view text) {
  size_t p = 0;
  size_t t = 0;
  size_t star = std::string_view::npos; // the last one met, and where its text ends so far
  size_t covered = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      covered = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++covered;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool is_pattern(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

class chooser {
public:
  chooser(const std::vector<row_spec>& rows, const row_selection& selection, parent_policy policy)
    : rows_(rows), selection_(selection), policy_(policy), skipped_(rows.size(), false) {
    result_.runs.resize(rows.size(), false);
  }

  expected<selected_rows> run() && {
    auto ok = check_tags()
                .and_then([this] { return add("select", selection_.select, std::equal_to<>{}); })
                .and_then([this] { return add("only", selection_.only, matches); });
    if (!ok) {
      return fail(std::move(ok));
    }
    add_eligible();
    if (ok = take_out_skipped().and_then([this] { return add_ancestors(); }); !ok) {
      return fail(std::move(ok));
    }
    if (std::ranges::find(result_.runs, true) == result_.runs.end()) {
      return nothing_selected();
    }
    return std::move(result_);
  }

private:
  // -- steps, in the order they run -------------------------------------------

  expected<void> check_tags() const {
    std::set<std::string_view> known;
    for (const auto& row : rows_) {
      known.insert(row.tags.begin(), row.tags.end());
    }
    for (const auto& tag : selection_.tags) {
      if (!known.contains(tag)) {
        return fail(ec::invalid_config,
                    "no row has the tag \"" + tag + "\""
                      + suggestion_of(tag, {known.begin(), known.end()}, "tags"));
      }
    }
    return {};
  }

  template <class Matches>
  expected<void> add(std::string_view word, const std::vector<std::string>& wanted,
                     Matches is_match) {
    for (const auto& text : wanted) {
      auto found = false;
      for (size_t i = 0; i < rows_.size(); ++i) {
        if (is_match(text, rows_[i].id)) {
          result_.runs[i] = found = true;
        }
      }
      if (!found) {
        return no_match(word, text);
      }
    }
    return {};
  }

  void add_eligible() {
    auto narrowed_by_name = !selection_.select.empty() || !selection_.only.empty();
    if (narrowed_by_name && selection_.tags.empty()) {
      return;
    }
    for (size_t i = 0; i < rows_.size(); ++i) {
      auto is_tagged =
        selection_.tags.empty()
        || std::ranges::find_first_of(rows_[i].tags, selection_.tags) != rows_[i].tags.end();
      if (is_tagged && is_eligible(rows_[i])) {
        result_.runs[i] = true;
      }
    }
  }

  expected<void> take_out_skipped() {
    for (const auto& text : selection_.skip) {
      auto found = false;
      for (size_t i = 0; i < rows_.size(); ++i) {
        if (!matches(text, rows_[i].id)) {
          continue;
        }
        found = true;
        if (!is_pattern(text) || rows_[i].status != tier::mandatory) {
          result_.runs[i] = false;
          skipped_[i] = true;
        }
      }
      if (!found) {
        return no_match("skip", text);
      }
    }
    return {};
  }

  expected<void> add_ancestors() {
    std::vector<size_t> to_check;
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (result_.runs[i]) {
        to_check.push_back(i);
      }
    }
    while (!to_check.empty()) {
      auto row = to_check.back();
      to_check.pop_back();
      auto waits_for = rows_[row].depends_on;
      if (rows_[row].is_child()) {
        waits_for.push_back(rows_[row].parent);
      }
      for (const auto& id : waits_for) {
        auto ancestor =
          static_cast<size_t>(std::ranges::find(rows_, id, &row_spec::id) - rows_.begin());
        if (result_.runs[ancestor]) {
          continue;
        }
        if (auto ok = pull_in(rows_[row], ancestor); !ok) {
          return ok;
        }
        to_check.push_back(ancestor);
      }
    }
    return {};
  }

  expected<void> pull_in(const row_spec& waiting, size_t ancestor) {
    const auto& row = rows_[ancestor];
    auto parked = !is_eligible(row);
    if (skipped_[ancestor] || policy_ == parent_policy::off
        || (policy_ == parent_policy::eligible && parked)) {
      std::string why = skipped_[ancestor] ? "is skipped"
                        : parked           ? "is " + std::string{name_of(row.status)}
                                           : "is not selected";
      return fail(ec::invalid_config, "row \"" + waiting.id + "\" waits for row \"" + row.id
                                        + "\", which " + why + "; select it, skip \"" + waiting.id
                                        + "\", or let include_parents pull it in" + rows_text());
    }
    if (parked) {
      result_.warnings.push_back("row \"" + row.id + "\" is " + std::string{name_of(row.status)}
                                 + " and runs because row \"" + waiting.id + "\" waits for it");
    }
    result_.runs[ancestor] = true;
    return {};
  }

  // -- what they need ---------------------------------------------------------

  [[nodiscard]] bool is_eligible(const row_spec& row) const {
    return row.status == tier::mandatory || row.status == tier::active
           || std::ranges::find(selection_.status, row.status) != selection_.status.end();
  }

  [[nodiscard]] std::string rows_text() const {
    std::string result;
    for (const auto& row : rows_) {
      result += (result.empty() ? " (rows: " : ", ") + row.id;
      if (row.status != tier::active) {
        result += " [" + std::string{name_of(row.status)} + "]";
      }
    }
    return result + ")";
  }

  [[nodiscard]] tl::unexpected<error> no_match(std::string_view word,
                                               const std::string& text) const {
    return fail(ec::invalid_config,
                std::string{word} + " \"" + text + "\" matches no row" + rows_text());
  }

  [[nodiscard]] tl::unexpected<error> nothing_selected() const {
    return fail(ec::invalid_config, "no row is selected" + rows_text());
  }

  const std::vector<row_spec>& rows_;
  const row_selection& selection_;
  parent_policy policy_;
  std::vector<bool> skipped_;
  selected_rows result_;
};

void append(std::string& to, std::string_view key, std::vector<std::string> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::string list;
  for (const auto& x : values) {
    list += (list.empty() ? "" : ",") + x;
  }
  if (!list.empty()) {
    to += (to.empty() ? "" : ";") + std::string{key} + "=" + list;
  }
}

} // namespace

expected<selected_rows> select_rows(const std::vector<row_spec>& rows,
                                    const row_selection& selection, parent_policy of_file) {
  return chooser{rows, selection, selection.include_parents.value_or(of_file)}.run();
}

std::string canonical_text(const row_selection& selection) {
  std::string result;
  append(result, "select", selection.select);
  append(result, "only", selection.only);
  append(result, "skip", selection.skip);
  append(result, "tags", selection.tags);
  std::vector<std::string> tiers;
  for (auto x : selection.status) {
    tiers.emplace_back(name_of(x));
  }
  append(result, "status", std::move(tiers));
  if (selection.include_parents) {
    append(result, "include_parents", {std::string{name_of(*selection.include_parents)}});
  }
  return result.empty() ? "default" : result;
}

} // namespace faucet
