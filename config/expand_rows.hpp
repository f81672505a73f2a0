#pragma once

#include "config/pipeline_spec.hpp"

#include <string>
#include <vector>

namespace faucet {

/// One row of the matrix with all that it takes from the pipeline: what a run runs, once for a root
/// row and once for each record of its parent for a child.
struct row_spec {
  std::string id;
  std::string parent; ///< empty for a root row
  std::string parent_key = "id";
  std::vector<std::string> depends_on;
  component_spec source; ///< of a child: with references to the parent, see row_references.hpp
  component_spec sink;
  std::vector<component_spec> transforms; ///< all that a record passes, in order
  std::optional<component_spec> state;
  std::optional<dlq_spec> dlq;
  tier status = tier::active;
  std::vector<std::string> tags; ///< sorted, each once
  double weight = 0;
  std::vector<std::string> legacy_state_ids;
  position where;

  [[nodiscard]] bool is_child() const noexcept {
    return !parent.empty();
  }
};

/// The rows of a pipeline in the order of the file; without a matrix the one row "row-0". Refused,
/// each with file and line: an id that is malformed, reserved or there twice; a `ref` that names
/// nothing; a row without source or sink; parents and dependencies that are unknown or go in
/// circles; a reference to a row that is not the parent, or where none may stand.
expected<std::vector<row_spec>> expand_rows(const pipeline_spec& spec);

} // namespace faucet
