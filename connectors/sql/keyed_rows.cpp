#include "connectors/sql/keyed_rows.hpp"

#include "model/number_digits.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace faucet {

namespace {

/// A scalar as text, apart from its kind.
std::optional<std::string_view> scalar_text(const value& x, char (&buffer)[longest_number]) {
  if (x.is_number()) {
    return number_digits(x, buffer);
  }
  switch (x.kind()) {
    case kind::boolean:
      return x.as_bool() ? "true" : "false";
    case kind::string:
    case kind::bytes:
      return x.as_text();
    default:
      return std::nullopt;
  }
}

/// Apart from others, what may look alike and mean different keys.
char key_tag(const value& x, key_likeness likeness) {
  if (likeness == key_likeness::text && x.kind() != kind::bytes) {
    return 't';
  }
  return x.is_number() ? 'n' : static_cast<char>('a' + static_cast<int>(x.kind()));
}

std::string key_problem(std::string_view name, const value* x) {
  auto which = "key column \"" + std::string{name} + "\" ";
  if (x == nullptr) {
    return which + "is missing";
  }
  return which
         + (x->is_null() ? "is null" : "is no scalar but an " + std::string{to_string(x->kind())});
}

} // namespace

std::optional<std::string_view> marker_text(const value& x, char (&buffer)[longest_number]) {
  return x.kind() == kind::bytes ? std::nullopt : scalar_text(x, buffer);
}

keyed_row_planner::keyed_row_planner(write_options options, key_likeness likeness)
  : options_(std::move(options)), likeness_(likeness) {
  // nop
}

const keyed_row_planner::places& keyed_row_planner::places_of(const shape& fields) {
  return **places_.find(fields, [this](const shape& all) {
    places result;
    for (const auto& name : options_.key) {
      result.key.push_back(all.find(name));
    }
    result.marker = options_.marker ? all.find(options_.marker->field) : shape::npos;
    return result;
  });
}

/// Puts the key behind the others as tag, length and text of each value.
expected<void> keyed_row_planner::append_key(object_view record, const places& where) {
  char buffer[longest_number];
  for (size_t i = 0; i < where.key.size(); ++i) {
    const auto* cell = where.key[i] == shape::npos ? nullptr : &record[where.key[i]];
    auto text = cell == nullptr ? std::nullopt : scalar_text(*cell, buffer);
    if (!text) {
      return fail(ec::sink_failed, key_problem(options_.key[i], cell));
    }
    keys_.append(key_tag(*cell, likeness_));
    auto* room = keys_.room(longest_number);
    keys_.commit(write_number(room, static_cast<uint64_t>(text->size())));
    keys_.append(':');
    keys_.append(*text);
  }
  return {};
}

bool keyed_row_planner::is_marked(object_view record, const places& where) const {
  if (where.marker == shape::npos) {
    return false;
  }
  char buffer[longest_number];
  auto text = marker_text(record[where.marker], buffer);
  const auto& values = options_.marker->values;
  return text && std::find(values.begin(), values.end(), *text) != values.end();
}

void keyed_row_planner::add(keyed_write next, size_t key_start) {
  auto key = keys_.view().substr(key_start);
  auto hash = std::hash<std::string_view>{}(key);
  auto mask = slots_.size() - 1;
  auto at = hash & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    auto& known = seen_[slots_[at] - 1];
    if (known.hash == hash && keys_.view().substr(known.start, known.size) == key) {
      superseded_[known.write] = true;
      known.write = result_.writes.size();
      keys_.truncate(key_start);
      break;
    }
  }
  if (slots_[at] == 0) {
    seen_.push_back({hash, key_start, key.size(), result_.writes.size()});
    slots_[at] = static_cast<uint32_t>(seen_.size());
  }
  result_.writes.push_back(next);
  superseded_.push_back(false);
}

const keyed_rows& keyed_row_planner::plan(const page& rows) {
  result_.writes.clear();
  result_.keyless.clear();
  superseded_.clear();
  seen_.clear();
  keys_.clear();
  slots_.assign(std::bit_ceil(rows.size() * 2 + 1), 0);
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows.rows()[i];
    if (!row.is_object()) {
      result_.keyless.emplace_back(
        i, error{ec::sink_failed, "the record is no object and has no key", {}});
      continue;
    }
    auto record = row.as_object();
    const auto& where = places_of(record.fields());
    auto start = keys_.size();
    if (auto ok = append_key(record, where); !ok) {
      keys_.truncate(start);
      result_.keyless.emplace_back(i, std::move(ok).error());
      continue;
    }
    add({i, options_.mode == write_mode::remove || is_marked(record, where)}, start);
  }
  size_t kept = 0;
  for (size_t i = 0; i < result_.writes.size(); ++i) {
    if (!superseded_[i]) {
      result_.writes[kept++] = result_.writes[i];
    }
  }
  result_.writes.resize(kept);
  return result_;
}

expected<void> give_up_keyless(const keyed_rows& rows, const driver_context& context) {
  for (const auto& [row, why] : rows.keyless) {
    if (!context.reject) {
      return fail(why.code, why.what, "row " + std::to_string(row) + " of the page");
    }
    context.reject(row, why);
  }
  return {};
}

} // namespace faucet
