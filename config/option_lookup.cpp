#include "config/option_lookup.hpp"

#include <algorithm>

namespace faucet {

namespace {

using form = type_schema::form;

} // namespace

const option_schema* find_option(const std::vector<option_schema>& options, std::string_view key) {
  auto found = std::ranges::find_if(options, [key](const option_schema& x) {
    return x.name == key || (!x.former_name.empty() && x.former_name == key);
  });
  return found == options.end() ? nullptr : &*found;
}

const type_schema& type_under(const type_schema& schema, const node& entries,
                              std::string_view key) {
  if (schema.what == form::map) {
    return *schema.items;
  }
  if (const auto* option = find_option(schema.options, key)) {
    return option->type;
  }
  if (const auto* tag = entries.find(schema.tag); tag != nullptr && tag->text() != nullptr) {
    for (const auto& [name, variant] : schema.variants) {
      if (name == *tag->text()) {
        if (const auto* option = find_option(variant.options, key)) {
          return option->type;
        }
      }
    }
  }
  return anything;
}

const type_schema& type_of_items(const type_schema& schema) {
  return schema.what == form::list ? *schema.items : anything;
}

} // namespace faucet
