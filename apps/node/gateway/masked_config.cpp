#include "apps/node/gateway/masked_config.hpp"

#include "config/document.hpp"
#include "config/yaml_writer.hpp"
#include "database/address.hpp"
#include "model/ascii_case.hpp"
#include "state/json_text.hpp"

#include <algorithm>
#include <array>

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

bool is_whole_reference(const node& x) {
  const auto* text = x.text();
  return text != nullptr && text->starts_with("${") && text->find('}') == text->size() - 1;
}

/// Hides every scalar below, whatever its key.
void hide(node& x) {
  if (x.map() != nullptr) {
    for (auto& entry : std::get<node::map_type>(x.content())) {
      hide(entry.value);
    }
  } else if (x.list() != nullptr) {
    for (auto& item : std::get<node::list_type>(x.content())) {
      hide(item);
    }
  } else if (!x.is_null() && !is_whole_reference(x)) {
    x = node{std::string{"***"}, x.where()};
  }
}

void mask(node& x) {
  if (x.map() != nullptr) {
    for (auto& entry : std::get<node::map_type>(x.content())) {
      if (is_credential(entry.key)) {
        hide(entry.value);
      } else {
        mask(entry.value);
      }
    }
  } else if (x.list() != nullptr) {
    for (auto& item : std::get<node::list_type>(x.content())) {
      mask(item);
    }
  } else if (const auto* text = x.text(); text != nullptr && !is_whole_reference(x)) {
    x = node{without_password(*text), x.where()};
  }
}

} // namespace

expected<stored_config> masked(const stored_config& x) {
  auto document = parse_document(x.config, "config." + x.format);
  if (!document) {
    return fail(std::move(document));
  }
  mask(*document);
  stored_config result{.config = {}, .format = x.format};
  if (x.format == "json") {
    result.config = json_of(*document);
  } else {
    append_yaml(result.config, *document, 0);
  }
  return result;
}

} // namespace faucet
