#pragma once

#include "config/selection.hpp"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace faucet {

/// The flags that choose among the rows of a pipeline. Each takes a list with commas and may be
/// repeated.
struct selection_flags {
  std::vector<std::string> select;
  std::vector<std::string> only;
  std::vector<std::string> skip;
  std::vector<std::string> tags;
  std::vector<tier> status;
  std::optional<parent_policy> include_parents;

  [[nodiscard]] bool given() const noexcept {
    return !select.empty() || !only.empty() || !skip.empty() || !tags.empty() || !status.empty()
           || include_parents;
  }

  [[nodiscard]] row_selection selection() const {
    return {select, only, skip, tags, status, include_parents};
  }
};

std::shared_ptr<selection_flags> add_selection_flags(CLI::App& command);

} // namespace faucet
