#include "config/interpolation.hpp"

#include "config/bounded_file.hpp"
#include "config/nearest_name.hpp"
#include "config/scalar_text.hpp"
#include "config/tree_builder.hpp"
#include "model/utf8.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

// What one document may grow to by its references.
constexpr size_t max_steps = 100'000;
constexpr size_t max_bytes = size_t{16} << 20;

tl::unexpected<error> refused(std::string what, const position& where) {
  return fail(ec::invalid_config, std::move(what), to_string(where));
}

/// The failure for a reference that leads nowhere in this build or at all.
tl::unexpected<error> unknown_reference(const reference& found, const position& where) {
  static constexpr std::array<std::string_view, 4> secret_managers{"vault", "aws-sm", "gcp-sm",
                                                                   "azure-kv"};
  static constexpr std::array<std::string_view, 3> with_colon{"env", "file", "secret"};
  static constexpr std::array<std::string_view, 3> with_dot{"vars", "param", "now"};
  std::string token{found.token};
  auto lists = [&found](const auto& names) {
    return std::ranges::find(names, found.name) != names.end();
  };
  if (lists(with_colon) || lists(with_dot)) {
    auto separator = lists(with_colon) ? ":" : ".";
    return refused(token + ": write ${" + std::string{found.name} + separator
                     + std::string{found.argument} + "}",
                   where);
  }
  if (found.separator == ':' && lists(secret_managers)) {
    return refused(token + ": secret managers are not supported yet by this build", where);
  }
  if (found.separator == ':') {
    auto what = token + ": unknown directive \"" + std::string{found.name} + "\"";
    if (auto nearest = nearest_name(found.name, with_colon); !nearest.empty()) {
      what += "; did you mean \"" + std::string{nearest} + "\"?";
    }
    return refused(std::move(what), where);
  }
  return refused(token + " refers to a matrix row \"" + std::string{found.name}
                   + "\", and there is none; write $" + token + " for the text itself",
                 where);
}

node secret_text(std::string text, const position& where) {
  node result{std::move(text), where};
  result.set_secret();
  return result;
}

/// What a dotted path leads to from a map; nullptr where it leads nowhere. A key that holds dots
/// itself is found, too.
const node* find_path(const node* from, std::string_view path) {
  if (from == nullptr) {
    return nullptr;
  }
  if (const auto* whole = from->find(path)) {
    return whole;
  }
  for (auto dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
    if (const auto* found = find_path(from->find(path.substr(0, dot)), path.substr(dot + 1))) {
      return found;
    }
  }
  return nullptr;
}

} // namespace

expected<void> interpolator::resolve(node& tree, const scope& where) {
  scope_ = where;
  return resolve_inside(tree);
}

expected<void> interpolator::check_definitions() {
  scope_ = {"vars", true};
  if (vars_ != nullptr) {
    for (const auto& entry : *vars_->map()) {
      if (auto value = follow("vars." + entry.key, entry.value, entry.where); !value) {
        return fail(std::move(value));
      }
    }
  }
  for (const auto& declared : params_.entries()) {
    if (declared.spec.fallback && !declared.given) {
      auto token = "${param." + declared.name + "}";
      reference found{token, "param", '.', declared.name};
      if (auto value = parameter(found, declared.spec.fallback->where()); !value) {
        return fail(std::move(value));
      }
    }
  }
  return {};
}

expected<void> interpolator::resolve_inside(node& target) {
  if (depth_ >= max_nesting) {
    return nested_too_deep(target.where());
  }
  ++depth_;
  expected<void> result;
  if (auto* entries = std::get_if<node::map_type>(&target.content())) {
    for (auto entry = entries->begin(); result && entry != entries->end(); ++entry) {
      result = resolve_inside(entry->value);
    }
  } else if (auto* items = std::get_if<node::list_type>(&target.content())) {
    for (auto item = items->begin(); result && item != items->end(); ++item) {
      result = resolve_inside(*item);
    }
  } else if (const auto* text = target.text(); text != nullptr && text->find('$') != text->npos) {
    result = replace_references(target);
  }
  --depth_;
  return result;
}

expected<void> interpolator::replace_references(node& target) {
  auto text = *target.text();
  auto pieces = split_references(text);
  if (!pieces) {
    return refused(std::move(pieces).error().what, target.where());
  }
  if (pieces->size() == 1 && std::holds_alternative<reference>(pieces->front())) {
    auto value = value_of(std::get<reference>(pieces->front()), target.where());
    if (!value) {
      return fail(std::move(value));
    }
    node placed{std::move(value->content()), target.where()};
    if (value->secret() || target.secret()) {
      placed.set_secret();
    }
    target = std::move(placed);
    return {};
  }
  std::string result;
  for (const auto& piece : *pieces) {
    if (const auto* plain = std::get_if<std::string_view>(&piece)) {
      result += *plain;
      continue;
    }
    const auto& found = std::get<reference>(piece);
    auto value = value_of(found, target.where());
    if (!value) {
      return fail(std::move(value));
    }
    auto inner = scalar_text(*value);
    if (!inner) {
      return refused(std::string{found.token} + " is a " + value->type_name()
                       + ", which cannot stand inside text",
                     target.where());
    }
    result += *inner;
    if (value->secret()) {
      target.set_secret();
    }
    if (auto ok = spend(result.size(), target.where()); !ok) {
      return ok;
    }
  }
  target.content() = std::move(result);
  return {};
}

expected<node> interpolator::value_of(const reference& found, const position& where) {
  if (auto ok = spend(0, where); !ok) {
    return fail(std::move(ok));
  }
  if (found.separator == ':') {
    if (found.name == "env" || found.name == "secret") {
      return variable(found, where);
    }
    if (found.name == "file") {
      return file(found, where);
    }
    return unknown_reference(found, where);
  }
  if (found.name == "vars") {
    return shared_value(found, where);
  }
  if (found.name == "param") {
    return parameter(found, where);
  }
  if (found.name != "now") {
    return unknown_reference(found, where);
  }
  if (!scope_.allows_now) {
    return refused(std::string{found.token} + " cannot be used in " + std::string{scope_.block}
                     + ": it would differ from run to run",
                   where);
  }
  auto text = clock_.render(found.argument);
  if (!text) {
    return refused(std::move(text).error().what, where);
  }
  return node{std::move(*text), where};
}

expected<node> interpolator::variable(const reference& found, const position& where) {
  auto text = variables_.find(found.argument);
  if (!text) {
    return refused(std::string{found.token} + ": no environment variable \""
                     + std::string{found.argument} + "\"",
                   where);
  }
  if (!is_utf8(*text)) {
    return refused(std::string{found.token} + ": the variable holds no valid UTF-8", where);
  }
  if (auto ok = spend(text->size(), where); !ok) {
    return fail(std::move(ok));
  }
  return found.name == "secret" ? secret_text(std::move(*text), where)
                                : node{std::move(*text), where};
}

expected<node> interpolator::file(const reference& found, const position& where) {
  auto text = read_bounded_file(std::string{found.argument}, max_interpolated_file_bytes);
  if (!text) {
    return refused(std::string{found.token} + ": " + render(text.error()), where);
  }
  if (!is_utf8(*text)) {
    return refused(std::string{found.token} + ": the file holds no valid UTF-8", where);
  }
  if (auto ok = spend(text->size(), where); !ok) {
    return fail(std::move(ok));
  }
  text->resize(text->find_last_not_of(" \t\r\n") + 1);
  return node{std::move(*text), where};
}

expected<node> interpolator::shared_value(const reference& found, const position& where) {
  const auto* definition = find_path(vars_, found.argument);
  if (definition == nullptr) {
    auto what = std::string{found.token} + ": nothing of that name under vars";
    std::vector<std::string_view> known;
    if (vars_ != nullptr) {
      for (const auto& entry : *vars_->map()) {
        known.push_back(entry.key);
      }
    }
    if (auto nearest = nearest_name(found.argument, known); !nearest.empty()) {
      what += "; did you mean \"" + std::string{nearest} + "\"?";
    }
    return refused(std::move(what), where);
  }
  return follow("vars." + std::string{found.argument}, *definition, where);
}

expected<node> interpolator::parameter(const reference& found, const position& where) {
  auto declared = params_.find(found.argument);
  if (!declared) {
    return refused(std::string{found.token} + ": " + declared.error().what, where);
  }
  const auto& [name, spec, given] = **declared;
  if (given) {
    return *given;
  }
  if (!spec.fallback) {
    return refused(std::string{found.token} + ": the parameter is not given and has no default",
                   where);
  }
  auto value = follow("param." + name, *spec.fallback, where);
  return value ? typed_param(**declared, *value) : value;
}

expected<node> interpolator::follow(std::string name, const node& definition,
                                    const position& where) {
  if (auto first = std::ranges::find(chain_, name); first != chain_.end()) {
    std::string what = "interpolation cycle: ";
    for (; first != chain_.end(); ++first) {
      what += *first + " -> ";
    }
    return refused(what + name, where);
  }
  if (auto ok = spend_copy(definition, where); !ok) {
    return fail(std::move(ok));
  }
  chain_.push_back(std::move(name));
  auto copy = definition;
  auto ok = resolve_inside(copy);
  chain_.pop_back();
  if (!ok) {
    return fail(std::move(ok));
  }
  return copy;
}

expected<void> interpolator::spend_copy(const node& copied, const position& where) {
  if (const auto* text = copied.text()) {
    return spend(text->size(), where);
  }
  if (auto ok = spend(0, where); !ok) {
    return ok;
  }
  if (const auto* items = copied.list()) {
    for (const auto& item : *items) {
      if (auto ok = spend_copy(item, where); !ok) {
        return ok;
      }
    }
  }
  if (const auto* entries = copied.map()) {
    for (const auto& entry : *entries) {
      if (auto ok = spend_copy(entry.value, where); !ok) {
        return ok;
      }
    }
  }
  return {};
}

expected<void> interpolator::spend(size_t bytes, const position& where) {
  ++steps_;
  bytes_ += bytes;
  if (steps_ > max_steps || bytes_ > max_bytes) {
    return refused("references bring in too much: more than " + std::to_string(max_steps)
                     + " values or " + std::to_string(max_bytes) + " bytes",
                   where);
  }
  return {};
}

} // namespace faucet
