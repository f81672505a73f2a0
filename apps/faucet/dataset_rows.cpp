#include "apps/faucet/dataset_rows.hpp"

#include "config/row_graph.hpp"
#include "model/fnv_hash.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace faucet {

namespace {

bool is_id_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
         || c == '-';
}

bool may_be_id(const std::string& text) {
  matrix_row row;
  row.id = row_name{text, {}};
  return row_ids({row}).has_value();
}

std::string sanitised(const std::string& name) {
  constexpr size_t longest = 100;
  auto result = name.substr(0, longest);
  std::ranges::replace_if(
    result, [](char c) { return !is_id_character(c); }, '_');
  return result;
}

/// Text of the user's data, which must not be taken for references.
std::string literal(const std::string& text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    result += text.compare(i, 2, "${") == 0 ? "$$" : std::string(1, text[i]);
  }
  return result;
}

/// A path with something before the extensions of its file, references left whole.
std::string path_with(const std::string& path, const std::string& inserted) {
  size_t at = path.size();
  bool in_name = true;
  for (size_t i = path.size(); i > 0 && in_name; --i) {
    if (path[i - 1] == '}') {
      break; // a reference ends here; the extensions stand behind it
    }
    in_name = path[i - 1] != '/';
    at = path[i - 1] == '.' && in_name && i > 1 && path[i - 2] != '/' ? i - 1 : at;
  }
  return path.substr(0, at) + "." + inserted + path.substr(at);
}

std::string table_name(const std::string& dataset_name) {
  constexpr std::string_view usual_schema = "public.";
  auto result = dataset_name.starts_with(usual_schema) ? dataset_name.substr(usual_schema.size())
                                                       : dataset_name;
  std::ranges::replace(result, '.', '_');
  return result;
}

std::string target_of(const dataset_row& row, const row_target& target) {
  if (target.option == "path") {
    return path_with(target.configured, row.id);
  }
  if (target.option.empty()) {
    return {};
  }
  auto table = literal(table_name(row.origin.name));
  return target.keep_apart ? target.configured + "_" + table : table;
}

node map_of(std::vector<std::pair<std::string, node>> entries) {
  node::map_type result;
  for (auto& [key, value] : entries) {
    result.push_back({std::move(key), std::move(value), {}});
  }
  return node{std::move(result)};
}

} // namespace

std::string row_id_of(const std::string& dataset_name) {
  if (may_be_id(dataset_name)) {
    return dataset_name;
  }
  return fmt::format("{}-{:08x}", sanitised(dataset_name),
                     static_cast<uint32_t>(fnv_hash(dataset_name)));
}

std::vector<dataset_row> rows_of(std::vector<dataset> datasets, const row_target& target) {
  std::vector<dataset_row> result;
  for (auto& origin : datasets) {
    auto id = row_id_of(origin.name);
    result.push_back({std::move(origin), std::move(id), {}, {}});
  }
  for (auto& row : result) {
    row.target = target_of(row, target);
    auto former = sanitised(row.origin.name);
    auto is_other = [&](const dataset_row& x) {
      return &x != &row && (x.id == former || sanitised(x.origin.name) == former);
    };
    if (former != row.id && may_be_id(former) && std::ranges::none_of(result, is_other)) {
      row.former_ids.push_back(former);
    }
  }
  for (auto& row : result) { // two schemas may hold tables of one name
    auto has_same = [&row](const dataset_row& x) { return &x != &row && x.target == row.target; };
    if (!row.target.empty() && std::ranges::any_of(result, has_same)) {
      row.target += "_" + row.id;
    }
  }
  return result;
}

generated_row to_matrix_row(const dataset_row& x, const row_target& target) {
  std::vector<std::pair<std::string, node>> options;
  for (const auto& [key, text] : x.origin.options) {
    options.emplace_back(key, node{literal(text)});
  }
  std::vector<std::pair<std::string, node>> source;
  std::vector<std::pair<std::string, node>> sink;
  if (!target.source_ref.empty()) {
    source.emplace_back("ref", node{target.source_ref});
  }
  source.emplace_back("config", map_of(std::move(options)));
  if (!target.sink_ref.empty()) {
    sink.emplace_back("ref", node{target.sink_ref});
  }
  if (!x.target.empty()) {
    sink.emplace_back("config", map_of({{target.option, node{x.target}}}));
  }
  std::vector<std::pair<std::string, node>> row{{"id", node{x.id}},
                                                {"source", map_of(std::move(source))}};
  if (!sink.empty()) {
    row.emplace_back("sink", map_of(std::move(sink)));
  }
  if (!x.former_ids.empty()) {
    node::list_type ids;
    std::ranges::transform(x.former_ids, std::back_inserter(ids),
                           [](const auto& id) { return node{id}; });
    row.emplace_back("legacy_state_ids", node{std::move(ids)});
  }
  return {x.origin.name + " (table)", map_of(std::move(row))};
}

bool matches(std::string_view pattern, std::string_view name) {
  size_t at = 0;
  size_t in_pattern = 0;
  size_t star = std::string_view::npos;
  size_t behind_star = 0;
  while (at < name.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      behind_star = at;
    } else if (in_pattern < pattern.size() && pattern[in_pattern] == name[at]) {
      ++in_pattern;
      ++at;
    } else if (star != std::string_view::npos) {
      in_pattern = star + 1;
      at = ++behind_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == std::string_view::npos;
}

} // namespace faucet
