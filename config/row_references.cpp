#include "config/row_references.hpp"

#include "config/deferred_text.hpp"
#include "config/option_lookup.hpp"
#include "config/options.hpp"
#include "config/scalar_text.hpp"
#include "config/to_node.hpp"
#include "config/to_value.hpp"
#include "model/json_writer.hpp"

#include <algorithm>

namespace faucet {

namespace {

using form = type_schema::form;

std::string text_of(const node& x) {
  if (auto text = scalar_text(x)) {
    return std::move(*text);
  }
  std::string result;
  page_builder memory;
  append_json(result, to_value(x, memory));
  return result;
}

/// Where a value stands in the text that it was put into.
struct placed_value {
  const row_reference* reference;
  size_t start;
  size_t end;
};

/// True where a value is more than a part of one name in a path: it holds a separator, makes a name
/// "." or "..", or is an empty first name, without which the path starts at the root. In an address
/// %xx and ?name=value mean something, too.
bool leads_elsewhere(std::string_view path, const placed_value& x, bool address) {
  static constexpr std::string_view ends{"/:?"}; // of a name, or of what stands before or behind
  auto value = path.substr(x.start, x.end - x.start);
  if (value.find_first_of(std::string_view{"/\0", 2}) != std::string_view::npos
      || (address && value.find_first_of("%?") != std::string_view::npos)) {
    return true;
  }
  auto before = path.substr(0, x.start).find_last_of(ends);
  auto start = before == std::string_view::npos ? 0 : before + 1;
  auto name = path.substr(start, path.find_first_of(ends, x.end) - start);
  if (auto colon = name.find_last_of(ends); colon != std::string_view::npos) {
    name.remove_prefix(colon + 1); // the value brought it
  }
  auto is_first = start == 0 || path[start - 1] == ':';
  return name == "." || name == ".."
         || (name.empty() && is_first && path.substr(x.end).starts_with('/'));
}

/// Replaces each deferred text of a tree by what `value_of(reference, type)` gives for its
/// references; `type` is that of the option where a reference is all of it, else text.
template <class ValueOf>
class reference_writer {
public:
  explicit reference_writer(ValueOf value_of) : value_of_(std::move(value_of)) {
    // nop
  }

  expected<void> write(node& target, const type_schema& type) {
    if (auto later = target.deferred()) {
      return put(target, *later, type);
    }
    expected<void> result;
    if (auto* items = std::get_if<node::list_type>(&target.content())) {
      const auto& inner = type_of_items(type);
      for (auto item = items->begin(); result && item != items->end(); ++item) {
        result = write(*item, inner);
      }
    } else if (std::holds_alternative<node::map_type>(target.content())) {
      // The types are looked up by what the map said before anything in it was replaced.
      auto before = type.what == form::tagged ? target : node{};
      auto& entries = std::get<node::map_type>(target.content());
      for (auto entry = entries.begin(); result && entry != entries.end(); ++entry) {
        result = write(entry->value, type_under(type, before, entry->key));
      }
    }
    return result;
  }

private:
  expected<void> put(node& target, const deferred_text& later, const type_schema& type) {
    if (type.sql) {
      return bind(target, later);
    }
    if (const auto* whole = later.whole()) {
      auto value = value_of_(*whole, type, target);
      if (!value) {
        return fail(std::move(value));
      }
      if (type.what == form::string && !value->is_null()) {
        value->content() = text_of(*value);
      }
      replace(target, std::move(value->content()));
      return {};
    }
    static const type_schema text{.what = form::string};
    std::string result;
    std::vector<placed_value> placed;
    for (const auto& piece : later.pieces) {
      if (const auto* plain = std::get_if<std::string>(&piece)) {
        result += *plain;
        continue;
      }
      auto value = value_of_(std::get<row_reference>(piece), text, target);
      if (!value) {
        return fail(std::move(value));
      }
      auto start = result.size();
      result += text_of(*value);
      placed.push_back({&std::get<row_reference>(piece), start, result.size()});
    }
    auto is_address = type.leads_to == reach::database;
    if (is_address || type.leads_to == reach::path) {
      for (const auto& x : placed) {
        if (leads_elsewhere(result, x, is_address)) {
          return fail(ec::invalid_config,
                      x.reference->token + ": the value "
                        + detail::json_text(result.substr(x.start, x.end - x.start)) + " of row \""
                        + x.reference->row + "\" would lead the path elsewhere",
                      to_string(target.where()));
        }
      }
    }
    replace(target, std::move(result));
    return {};
  }

  /// The text as it is, and beside it what its references stand for.
  expected<void> bind(node& target, const deferred_text& later) {
    node::map_type values;
    for (const auto& piece : later.pieces) {
      const auto* found = std::get_if<row_reference>(&piece);
      if (found == nullptr || std::ranges::count(values, found->token, &node::entry::key) > 0) {
        continue;
      }
      auto value = value_of_(*found, anything, target);
      if (!value) {
        return fail(std::move(value));
      }
      if (value->list() != nullptr || value->map() != nullptr) {
        value->content() = text_of(*value);
      }
      values.push_back({found->token, std::move(*value), target.where()});
    }
    node text{*target.text(), target.where()};
    node bound{std::move(values), target.where()};
    replace(target, node::map_type{{"text", std::move(text), target.where()},
                                   {"values", std::move(bound), target.where()}});
    return {};
  }

  static void replace(node& target, node::content_type content) {
    node placed{std::move(content), target.where()};
    if (target.secret()) {
      placed.set_secret();
    }
    target = std::move(placed);
  }

  ValueOf value_of_;
};

node assumed_value(const type_schema& type, uint32_t number) {
  switch (type.what) {
    case form::integer:
    case form::number:
      return node{std::max(type.minimum.value_or(number), int64_t{number})};
    case form::boolean:
      return node{true};
    case form::list:
      return node{node::list_type{}};
    case form::map:
    case form::object:
    case form::tagged:
      return node{node::map_type{}};
    default:
      return node{type.choices.empty() ? std::to_string(number) : type.choices.front()};
  }
}

} // namespace

const node* parent_values::find(std::string_view path) const noexcept {
  auto found =
    std::ranges::find(values, path, [](const auto& x) { return std::string_view{x.first}; });
  return found == values.end() ? nullptr : &found->second;
}

std::vector<std::string> referenced_paths(const row_spec& child) {
  std::vector<std::string> result{child.parent_key};
  auto collect = [&result](const node& tree) {
    for_each_row_reference(tree, [&result](const row_reference& found, const node&) {
      if (std::ranges::find(result, found.path) == result.end()) {
        result.push_back(found.path);
      }
    });
  };
  collect(child.source.config);
  collect(child.sink.config);
  for (const auto& step : child.transforms) {
    collect(step.config);
  }
  return result;
}

parent_values take_values(const value& record, std::string parent,
                          std::span<const field_path> paths) {
  parent_values result{.row = std::move(parent), .values = {}};
  for (const auto& path : paths) {
    if (const auto* found = path.resolve(record)) {
      result.values.emplace_back(path.text(), to_node(*found));
    }
  }
  return result;
}

expected<node> resolve_row_references(const node& config, const type_schema& schema,
                                      const parent_values& from) {
  reference_writer writer{
    [&from](const row_reference& found, const type_schema&, const node& at) -> expected<node> {
      if (const auto* value = found.row == from.row ? from.find(found.path) : nullptr) {
        return *value;
      }
      return fail(ec::invalid_config,
                  found.token + ": the record of row \"" + from.row + "\" has no \"" + found.path
                    + "\"",
                  to_string(at.where()));
    }};
  auto result = config;
  if (auto ok = writer.write(result, schema); !ok) {
    return fail(std::move(ok));
  }
  return result;
}

node assumed_row_values(const node& config, const type_schema& schema, uint32_t number) {
  reference_writer writer{
    [number](const row_reference&, const type_schema& type, const node&) -> expected<node> {
      return assumed_value(type, number);
    }};
  auto result = config;
  static_cast<void>(writer.write(result, schema)); // assumed values are always there
  return result;
}

} // namespace faucet
