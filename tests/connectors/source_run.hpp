#pragma once

#include "connectors/descriptor.hpp"
#include "model/json_writer.hpp"
#include "tests/catch.hpp"

#include <string>
#include <vector>

namespace faucet::test {

/// One entry of a source's config.
inline node::entry entry(std::string key, node::content_type content) {
  return {std::move(key), node{std::move(content)}, {}};
}

/// What one run of a source gave.
struct source_run {
  std::string records;                ///< as JSON Lines
  std::vector<std::string> bookmarks; ///< of each page that carries one
  std::vector<size_t> page_sizes;
  std::vector<std::string> warnings;
  std::string error; ///< empty where it came to its end
};

/// Makes a source and reads it to its end.
inline source_run run(const source_descriptor& type, node::map_type config,
                      const std::optional<bookmark>& resume = std::nullopt) {
  source_run result;
  auto source = type.make(node{std::move(config)});
  if (!source) {
    result.error = render(source.error());
    return result;
  }
  driver_context context;
  context.warn = [&result](std::string text) { result.warnings.push_back(std::move(text)); };
  if (auto ok = (*source)->open(context, resume); !ok) {
    result.error = render(ok.error());
    return result;
  }
  for (;;) {
    auto next = (*source)->next();
    if (!next) {
      result.error = render(next.error());
      return result;
    }
    if (!*next) {
      return result;
    }
    for (const auto& row : (*next)->rows()) {
      append_json(result.records, row);
      result.records += '\n';
    }
    if ((*next)->resume()) {
      result.bookmarks.push_back((*next)->resume()->json);
    }
    result.page_sizes.push_back((*next)->size());
  }
}

} // namespace faucet::test
