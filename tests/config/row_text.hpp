#pragma once

#include "config/document.hpp"
#include "config/expand_rows.hpp"
#include "config/load_pipeline.hpp"

#include <string>

namespace faucet::test {

/// The rows of a pipeline file "p.yaml".
inline expected<std::vector<row_spec>> rows_of(const std::string& text) {
  auto document = parse_document(text, "p.yaml");
  if (!document) {
    return fail(std::move(document));
  }
  auto spec = read_pipeline(std::move(*document), "p.yaml", {});
  if (!spec) {
    return fail(std::move(spec));
  }
  return expand_rows(*spec);
}

/// A pipeline with source, sink and what the lines of a matrix say, the first of them on line 5.
inline std::string with_matrix(const std::string& rows) {
  return "pipeline:\n"
         "  source: {type: csv, config: {path: a.csv, batch_size: 5}}\n"
         "  sink: {type: jsonl, config: {path: out.jsonl}}\n"
         "matrix:\n"
         + rows;
}

/// Why the rows are refused.
inline std::string refusal(const std::string& text) {
  auto rows = rows_of(text);
  return rows ? "accepted" : render(rows.error());
}

} // namespace faucet::test
