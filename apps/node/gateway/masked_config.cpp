#include "apps/node/gateway/masked_config.hpp"

#include "apps/node/gateway/hidden_literals.hpp"
#include "config/document.hpp"
#include "config/each_reference.hpp"
#include "config/option_lookup.hpp"
#include "config/yaml_writer.hpp"
#include "database/address.hpp"
#include "model/ascii_case.hpp"
#include "state/json_text.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

namespace faucet {

namespace {

constexpr std::array<std::string_view, 13> credential_words{
  "password", "passwd",     "passphrase", "pwd",           "token",  "secret",   "credential",
  "apikey",   "privatekey", "accesskey",  "authorization", "cookie", "signature"};

/// Letters and digits alone, in lower case: "API-Key" is "apikey".
std::string plain(std::string_view key) {
  std::string result;
  std::ranges::copy_if(ascii_lower(key), std::back_inserter(result),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
  return result;
}

bool is_credential(std::string_view key) {
  auto name = plain(key);
  return std::ranges::any_of(credential_words,
                             [&](auto word) { return name.find(word) != std::string::npos; });
}

/// What is said of a secret, rather than the secret itself.
bool is_about_it(std::string_view key) {
  return key == "type" || key == "description";
}

/// Whether a reference by that argument leads to an entry, or below it; a key may hold dots itself.
bool leads_to(std::string_view argument, std::string_view key) {
  return argument.starts_with(key)
         && (argument.size() == key.size() || argument[key.size()] == '.');
}

/// A text that is, or may be, true.
bool is_on(const node* x) {
  const auto* flag = x == nullptr ? nullptr : std::get_if<bool>(&x->content());
  return x != nullptr && !x->is_null() && (flag == nullptr || *flag)
         && (x->text() == nullptr || ascii_lower(*x->text()) != "false");
}

node::map_type* entries_of(node& x) {
  return std::get_if<node::map_type>(&x.content());
}

node* find(node& x, std::string_view key) {
  if (auto* entries = entries_of(x)) {
    auto found = std::ranges::find(*entries, key, &node::entry::key);
    return found == entries->end() ? nullptr : &found->value;
  }
  return nullptr;
}

/// What an option may be, as one `type:` can be known in several roles.
using schemas = std::vector<const type_schema*>;

/// The option of that name, whichever variant it is of.
const option_schema* declared(const type_schema& schema, std::string_view key) {
  const auto* result = find_option(schema.options, key);
  for (auto at = schema.variants.begin(); result == nullptr && at != schema.variants.end(); ++at) {
    result = find_option(at->second.options, key);
  }
  return result;
}

/// Hides what is secret in one pipeline file.
class masker {
public:
  explicit masker(const described_types& types) : types_(types) {
    // nop
  }

  void mask(node& document) {
    if (auto* params = find(document, "params"); params != nullptr && entries_of(*params)) {
      for (auto& param : *entries_of(*params)) {
        if (is_on(param.value.find("secret"))) {
          hide_default(param.value);
        }
      }
    }
    walk(document, {});
    hide_referred(document);
    hidden_.hide_in(document);
  }

private:
  void walk(node& x, const schemas& known) {
    if (auto* entries = entries_of(x)) {
      auto config = known.empty() ? schemas_of(x.find("type")) : schemas{};
      for (auto& entry : *entries) {
        walk_entry(x, entry, known.empty() && entry.key == "config" ? &config : nullptr, known);
      }
    } else if (auto* items = std::get_if<node::list_type>(&x.content())) {
      for (auto& item : *items) {
        walk(item, each(known, [](const auto& schema) { return &type_of_items(schema); }));
      }
    } else if (const auto* text = x.text(); text != nullptr && !is_reference(x)) {
      x = node{without_password(*text), x.where()};
    }
  }

  void walk_entry(const node& in, node::entry& entry, const schemas* config, const schemas& known) {
    if (config != nullptr) {
      walk(entry.value, *config);
      return;
    }
    auto is_declared = false;
    auto is_secret = false;
    for (const auto* schema : known) {
      const auto* option = declared(*schema, entry.key);
      is_declared = is_declared || option != nullptr;
      is_secret = is_secret || (option != nullptr && option->secret);
    }
    auto is_flag = std::holds_alternative<bool>(entry.value.content());
    if (is_secret || (!is_declared && !is_flag && is_credential(entry.key))) {
      hide(entry.value);
    } else {
      walk(entry.value,
           each(known, [&](const auto& schema) { return &type_under(schema, in, entry.key); }));
    }
  }

  template <class Step>
  static schemas each(const schemas& known, Step step) {
    schemas result;
    for (const auto* schema : known) {
      result.push_back(step(*schema));
    }
    return result;
  }

  [[nodiscard]] schemas schemas_of(const node* type) const {
    schemas named;
    schemas all;
    for (const auto* role : {&types_.sources, &types_.sinks, &types_.transforms, &types_.stores}) {
      for (const auto& x : *role) {
        all.push_back(&x.options);
        if (type != nullptr && type->text() != nullptr && *type->text() == x.name) {
          named.push_back(&x.options);
        }
      }
    }
    return named.empty() ? all : named;
  }

  /// Every scalar below, whatever its key; what is noted is hidden elsewhere, too.
  void hide(node& x, bool is_noted = true) {
    if (auto* entries = entries_of(x)) {
      for (auto& entry : *entries) {
        hide(entry.value, is_noted && !is_about_it(entry.key));
      }
    } else if (auto* items = std::get_if<node::list_type>(&x.content())) {
      for (auto& item : *items) {
        hide(item, is_noted);
      }
    } else if (!x.is_null()) {
      note_references(x);
      if (!is_reference(x)) {
        if (is_noted) {
          hidden_.note(x);
        }
        x = node{std::string{"***"}, x.where()};
      }
    }
  }

  void hide_default(node& param) {
    if (auto* value = find(param, "default")) {
      hide(*value);
    }
  }

  void note_references(const node& x) {
    static_cast<void>(for_each_reference(x, [this](const node&, const reference& found) {
      if (found.name == "vars" || found.name == "param") {
        referred_.emplace_back(found.name, found.argument);
      }
      return expected<void>{};
    }));
  }

  /// What is hidden by a reference to it may refer to more.
  void hide_referred(node& document) {
    std::set<std::pair<std::string, std::string>> done;
    while (!referred_.empty()) {
      auto next = std::move(referred_.back());
      referred_.pop_back();
      auto is_var = next.first == "vars";
      auto* block = find(document, is_var ? "vars" : "params");
      if (block == nullptr || entries_of(*block) == nullptr || !done.insert(next).second) {
        continue;
      }
      for (auto& entry : *entries_of(*block)) {
        if (leads_to(next.second, entry.key)) {
          is_var ? hide(entry.value) : hide_default(entry.value);
        }
      }
    }
  }

  const described_types& types_;
  std::vector<std::pair<std::string, std::string>> referred_; ///< by what was hidden
  hidden_literals hidden_;
};

} // namespace

expected<stored_config> masked(const stored_config& x, const described_types& types) {
  auto document = parse_document(x.config, "config." + x.format);
  if (!document) {
    return fail(std::move(document));
  }
  masker{types}.mask(*document);
  stored_config result{.config = {}, .format = x.format};
  if (x.format == "json") {
    result.config = json_of(*document);
  } else {
    append_yaml(result.config, *document, 0);
  }
  return result;
}

} // namespace faucet
