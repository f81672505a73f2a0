#include "config/check_row.hpp"

#include "config/deferred_text.hpp"
#include "config/nearest_name.hpp"
#include "config/scalar_text.hpp"
#include "model/field_path.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

/// References to rows may stand in what a row reads, changes and writes, and lead to its parent.
class reference_check {
public:
  reference_check(const row_spec& row, const std::vector<std::string>& ids) : row_(row), ids_(ids) {
    // nop
  }

  expected<void> run() && {
    refuse(row_.source.type, "the type of a source");
    refuse(row_.sink.type, "the type of a sink");
    check(row_.source.config);
    check(row_.sink.config);
    for (const auto& step : row_.transforms) {
      refuse(step.type, "the type of a transform");
      check(step.config);
    }
    if (failure_) {
      return tl::unexpected<error>(std::move(*failure_));
    }
    return {};
  }

private:
  void refuse(const node& tree, std::string_view where) {
    for_each_row_reference(tree, [&](const row_reference& found, const node& at) {
      keep({ec::invalid_config, found.token + " cannot be used in " + std::string{where},
            to_string(at.where())});
    });
  }

  void check(const node& tree) {
    for_each_row_reference(tree, [&](const row_reference& found, const node& at) {
      if (row_.is_child() && found.row == row_.parent) {
        return;
      }
      auto what = found.token + " in row \"" + row_.id + "\" ";
      if (found.row == row_.id) {
        what += "refers to the row itself; a row knows the records of its parent only";
      } else {
        what += "refers to \"" + found.row + "\", which is not its parent";
        what += row_.is_child() ? " (that is \"" + row_.parent + "\")"
                                : "; give the row \"parent: " + found.row + "\"";
        what += suggestion_of({}, {ids_.begin(), ids_.end()}, "rows");
      }
      keep({ec::invalid_config, std::move(what), to_string(at.where())});
    });
  }

  void keep(error found) {
    if (!failure_) {
      failure_ = std::move(found);
    }
  }

  const row_spec& row_;
  const std::vector<std::string>& ids_;
  std::optional<error> failure_;
};

/// Dead letters are all there is of a record; an earlier run's must stay.
expected<void> check_dead_letters(const row_spec& row) {
  if (!row.dlq) {
    return {};
  }
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> replacing{
    {{"append", "false"}, {"if_exists", "replace"}, {"write_mode", "overwrite"}}};
  for (const auto& [key, setting] : replacing) {
    const auto* found = row.dlq->sink.config.find(key);
    if (found != nullptr && scalar_text(*found) == setting) {
      return fail(ec::invalid_config,
                  "the dead letters of row \"" + row.id + "\" would replace those of earlier runs; "
                    + "take \"" + std::string{key} + ": " + std::string{setting} + "\" out",
                  to_string(found->where()));
    }
  }
  return {};
}

/// Words of a selection are lists with commas, and of one spelling.
expected<void> check_tags(const row_spec& row) {
  auto is_tag = [](const std::string& tag) {
    auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !tag.empty() && is_letter(tag.front()) && std::ranges::all_of(tag, [&](char c) {
      return is_letter(c) || c == '_' || c == '-';
    });
  };
  auto wrong = std::ranges::find_if_not(row.tags, is_tag);
  if (wrong == row.tags.end()) {
    return {};
  }
  return fail(
    ec::invalid_config,
    "tag " + detail::json_text(*wrong) + " of row \"" + row.id
      + "\" may hold lower-case letters, digits, _ and - only, and begins with one of the "
        "first two",
    to_string(row.where));
}

expected<void> check_parent_key(const row_spec& row) {
  auto path = field_path::parse(row.parent_key);
  if (path) {
    return {};
  }
  return fail(ec::invalid_config, "parent_key of row \"" + row.id + "\": " + path.error().what,
              to_string(row.where));
}

} // namespace

expected<void> check_row(const row_spec& row, const std::vector<std::string>& ids) {
  return reference_check{row, ids}
    .run()
    .and_then([&] { return check_dead_letters(row); })
    .and_then([&] { return check_tags(row); })
    .and_then([&] { return check_parent_key(row); });
}

} // namespace faucet
