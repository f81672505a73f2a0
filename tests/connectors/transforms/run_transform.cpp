#include "tests/connectors/transforms/run_transform.hpp"

#include "connectors/catalogue.hpp"
#include "connectors/formats/json_parser.hpp"
#include "model/json_writer.hpp"

#include <nlohmann/json.hpp>

namespace faucet::test {

namespace {

using json = nlohmann::ordered_json;

node to_node(const json& x, const position& where) {
  auto below = position{where.file, where.line, where.column + 1};
  if (x.is_object()) {
    node::map_type entries;
    for (const auto& [key, inner] : x.items()) {
      below.line += below.column == 2 ? 1 : 0;
      entries.push_back({key, to_node(inner, below), below});
    }
    return node{std::move(entries), where};
  }
  if (x.is_array()) {
    node::list_type items;
    for (const auto& inner : x) {
      items.push_back(to_node(inner, below));
    }
    return node{std::move(items), where};
  }
  if (x.is_string()) {
    return node{x.get<std::string>(), where};
  }
  if (x.is_boolean()) {
    return node{x.get<bool>(), where};
  }
  if (x.is_number_unsigned()) {
    return node{x.get<uint64_t>(), where};
  }
  if (x.is_number_integer()) {
    return node{x.get<int64_t>(), where};
  }
  return x.is_null() ? node{std::monostate{}, where} : node{number_text{x.dump()}, where};
}

} // namespace

expected<std::unique_ptr<transform>> make_transform(std::string_view type,
                                                    std::string_view options_json) {
  auto file = std::make_shared<const std::string>("test.yaml");
  auto found = find_transform(built_in_catalogue(), node{std::string{type}, {file, 1, 1}});
  if (!found) {
    return fail(std::move(found));
  }
  return (*found)->make(to_node(json::parse(options_json), {file, 1, 1}));
}

expected<std::vector<std::string>>
run_transform(transform& x, const std::vector<std::string>& records, uint64_t first_record) {
  page_builder builder;
  json_parser parser;
  for (const auto& text : records) {
    auto record = parser.parse(text, builder);
    if (!record) {
      return fail(std::move(record));
    }
    builder.add(*record);
  }
  page_cursor input{builder.finish(bookmark{"\"here\""}), first_record};
  std::vector<std::string> result;
  for (;;) {
    auto changed = x.apply(input);
    if (!changed) {
      return fail(std::move(changed));
    }
    for (const auto& row : changed->rows()) {
      append_json(result.emplace_back(), row);
    }
    if (changed->resume().has_value() != input.at_end()) {
      return fail(ec::internal, "the bookmark goes with the end of the page, and only with it");
    }
    if (input.at_end()) {
      break;
    }
  }
  return result;
}

std::vector<std::string> run_transform(std::string_view type, std::string_view options_json,
                                       const std::vector<std::string>& records) {
  auto made = make_transform(type, options_json);
  if (!made) {
    return {render(made.error())};
  }
  if (auto ok = (*made)->open({}); !ok) {
    return {render(ok.error())};
  }
  auto result = run_transform(**made, records);
  return result ? *result : std::vector{render(result.error())};
}

} // namespace faucet::test
