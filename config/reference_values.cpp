#include "config/deferred_text.hpp"
#include "config/interpolation.hpp"
#include "config/nearest_name.hpp"
#include "config/plain_file.hpp"
#include "config/refused.hpp"
#include "config/secret_managers.hpp"
#include "model/field_path.hpp"
#include "model/utf8.hpp"

#include <algorithm>
#include <array>

// What each kind of reference stands for.

namespace faucet {

namespace {

/// The failure for a reference that leads nowhere in this build or at all.
tl::unexpected<error> unknown_reference(const reference& found,
                                        const std::vector<std::string>& rows,
                                        const position& where) {
  static constexpr std::array<std::string_view, 3> with_colon{"env", "file", "secret"};
  static constexpr std::array<std::string_view, 5> with_dot{"vars", "param", "now", "sources",
                                                            "sinks"};
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
  if (found.separator == ':' && is_secret_manager(found.name)) {
    return refused(token + ": secret managers are not supported yet by this build", where);
  }
  if (found.separator == ':') {
    return refused(token + ": unknown directive \"" + std::string{found.name} + "\""
                     + suggestion(found.name, with_colon),
                   where);
  }
  auto what =
    token + " refers to a matrix row \"" + std::string{found.name} + "\", and there is none";
  if (!rows.empty()) {
    what += suggestion_of(found.name, {rows.begin(), rows.end()}, "rows");
  }
  return refused(what + "; write $" + token + " for the text itself", where);
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

expected<node> interpolator::value_of(const reference& found, const position& where) {
  if (auto ok = budget_.spend(0, where); !ok) {
    return fail(std::move(ok));
  }
  if (found.separator == ':') {
    if (found.name == "env" || found.name == "secret") {
      return variable(found, where);
    }
    if (found.name == "file") {
      return file(found, where);
    }
    return unknown_reference(found, definitions_.rows, where);
  }
  if (found.name == "vars") {
    return defined(found, definitions_.vars, "vars", where);
  }
  if (found.name == "sources") {
    return defined(found, definitions_.sources, "pipeline.sources", where);
  }
  if (found.name == "sinks") {
    return defined(found, definitions_.sinks, "pipeline.sinks", where);
  }
  if (found.name == "param") {
    return parameter(found, where);
  }
  if (std::ranges::find(definitions_.rows, found.name) != definitions_.rows.end()) {
    return of_row(found, where);
  }
  if (found.name != "now") {
    return unknown_reference(found, definitions_.rows, where);
  }
  if (!scope_.varies) {
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
  if (auto ok = budget_.spend(text->size(), where); !ok) {
    return fail(std::move(ok));
  }
  return found.name == "secret" ? secret_text(std::move(*text), where)
                                : node{std::move(*text), where};
}

expected<node> interpolator::file(const reference& found, const position& where) {
  auto text = read_plain_file(std::string{found.argument}, max_interpolated_file_bytes);
  if (!text) {
    return refused(std::string{found.token} + ": " + render(text.error()), where);
  }
  if (!is_utf8(*text)) {
    return refused(std::string{found.token} + ": the file holds no valid UTF-8", where);
  }
  if (auto ok = budget_.spend(text->size(), where); !ok) {
    return fail(std::move(ok));
  }
  text->resize(text->find_last_not_of(" \t\r\n") + 1);
  return node{std::move(*text), where};
}

expected<node> interpolator::defined(const reference& found, const node& among,
                                     std::string_view block, const position& where) {
  const auto* definition = find_path(&among, found.argument);
  if (definition == nullptr) {
    std::vector<std::string_view> known;
    for (const auto& entry : *among.map()) {
      known.push_back(entry.key);
    }
    return refused(std::string{found.token} + ": nothing of that name under " + std::string{block}
                     + suggestion(found.argument, known),
                   where);
  }
  return follow(std::string{found.name} + "." + std::string{found.argument}, *definition, where);
}

/// `${row}` would be taken for a placeholder of somebody else and stay.
expected<void> interpolator::refuse_whole_rows(std::string_view text, const position& where) const {
  for (auto at = text.find("${"); at != text.npos; at = text.find("${", at + 2)) {
    auto close = text.find('}', at);
    if (close == text.npos || (at > 0 && text[at - 1] == '$')) {
      continue;
    }
    auto inside = text.substr(at + 2, close - at - 2);
    if (std::ranges::find(definitions_.rows, inside) != definitions_.rows.end()) {
      auto token = "${" + std::string{inside};
      return refused(token + "} names a row, but no field of it; write " + token + ".FIELD}",
                     where);
    }
  }
  return {};
}

expected<node> interpolator::of_row(const reference& found, const position& where) const {
  std::string token{found.token};
  if (!scope_.varies) {
    return refused(token + " cannot be used in " + std::string{scope_.block}
                     + ": it would differ from record to record",
                   where);
  }
  if (auto path = field_path::parse(found.argument); !path) {
    return refused(token + ": " + path.error().what, where);
  }
  node result{token, where};
  result.set_deferred(std::make_shared<const deferred_text>(
    deferred_text{{row_reference{token, std::string{found.name}, std::string{found.argument}}}}));
  return result;
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
  if (value && value->deferred()) {
    return refused(std::string{found.token}
                     + ": a default cannot refer to a row; it is the same for all of them",
                   where);
  }
  return value ? typed_param(**declared, *value) : value;
}

} // namespace faucet
