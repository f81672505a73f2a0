#include "config/matrix_text.hpp"

#include "config/document.hpp"
#include "config/to_value.hpp"
#include "config/yaml_writer.hpp"
#include "model/json_writer.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr std::string_view matrix_key = "matrix";

/// Where the line of that number begins; lines count from 1.
size_t start_of_line(std::string_view text, uint32_t line) {
  size_t at = 0;
  for (uint32_t i = 1; i < line && at != std::string_view::npos; ++i) {
    at = text.find('\n', at);
    at += at != std::string_view::npos ? 1 : 0;
  }
  return std::min(at, text.size());
}

/// True for a line without content: empty, or a comment at its beginning.
bool is_between(std::string_view line) {
  return line.empty() || line == "\n" || line == "\r\n" || line.starts_with('#');
}

/// The text without its matrix. Comments that stand above the key behind it stay.
std::string without_matrix(std::string_view text, const node::map_type& entries) {
  auto found = std::ranges::find(entries, matrix_key, &node::entry::key);
  if (found == entries.end()) {
    return std::string{text};
  }
  auto from = start_of_line(text, found->where.line);
  auto next = std::next(found);
  auto to = text.size();
  if (next != entries.end()) {
    auto line = next->where.line;
    while (line - 1 > found->where.line) {
      auto start = start_of_line(text, line - 1);
      if (!is_between(text.substr(start, start_of_line(text, line) - start))) {
        break;
      }
      --line;
    }
    to = start_of_line(text, line);
  }
  return std::string{text.substr(0, from)} + std::string{text.substr(to)};
}

std::string matrix_yaml(std::string_view heading, const std::vector<generated_row>& rows) {
  auto result = yaml_comment(heading) + "\nmatrix:\n";
  for (const auto& x : rows) {
    result += "  " + yaml_comment(x.remark) + "\n";
    append_yaml(result, node{node::list_type{x.row}}, 2);
  }
  return result;
}

node with_rows(node document, const std::vector<generated_row>& rows) {
  auto& entries = std::get<node::map_type>(document.content());
  std::erase_if(entries, [](const auto& entry) { return entry.key == matrix_key; });
  node::list_type items;
  std::ranges::transform(rows, std::back_inserter(items), &generated_row::row);
  entries.push_back({std::string{matrix_key}, node{std::move(items)}, {}});
  return document;
}

std::string indented_json(const node& x) {
  page_builder memory;
  byte_buffer out;
  append_indented_json(out, to_value(x, memory));
  return std::string{out.view()} + "\n";
}

std::string compact_json(const node& x) {
  page_builder memory;
  std::string result;
  append_json(result, to_value(x, memory));
  return result;
}

/// True where the text means that document, whatever the order of its keys at the top.
bool means(const std::string& text, const std::string& file_name, const node& document) {
  auto parsed = parse_document(text, file_name);
  if (!parsed || parsed->map() == nullptr || parsed->map()->size() != document.map()->size()) {
    return false;
  }
  return std::ranges::all_of(*document.map(), [&parsed](const auto& entry) {
    const auto* found = parsed->find(entry.key);
    return found != nullptr && compact_json(*found) == compact_json(entry.value);
  });
}

} // namespace

expected<std::string> replace_matrix(std::string_view text, const std::string& file_name,
                                     std::string_view heading,
                                     const std::vector<generated_row>& rows) {
  auto document = parse_document(text, file_name);
  if (!document) {
    return fail(std::move(document));
  }
  if (document->map() == nullptr) {
    return fail(ec::invalid_config, "a pipeline file must be a map", file_name);
  }
  auto kept = without_matrix(text, *document->map());
  auto wanted = with_rows(std::move(*document), rows);
  if (!file_name.ends_with(".json")) {
    kept.erase(kept.find_last_not_of(" \t\r\n") + 1);
    auto result = kept + "\n\n" + matrix_yaml(heading, rows);
    if (means(result, file_name, wanted)) {
      return result;
    }
  }
  return indented_json(wanted);
}

} // namespace faucet
