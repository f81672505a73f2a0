#pragma once

#include "config/pipeline_spec.hpp"
#include "config/selection.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// What is asked for with a run besides its pipeline.
struct run_wishes {
  std::optional<std::string> clock;            ///< what the run takes for now; can be parsed
  std::optional<std::chrono::seconds> timeout; ///< how long one execution may take
  std::optional<uint32_t> concurrency;         ///< rows at once
  bool doctor_first = false; ///< probe everything before the first row; not yet done
  row_selection selection;
  named<std::vector<std::string>> depends_on; ///< rows that wait for others, besides what is so
};

/// Reads the object that a submission keeps beside its pipeline. What it holds besides is left to
/// others; a null is as if it were not there.
expected<run_wishes> read_wishes(std::string_view details);

/// Adds the edges that were asked for to the rows of a pipeline. Refused: a row that is none.
expected<void> add_dependencies(pipeline_spec& spec, const run_wishes& wishes);

/// The added edges as one text, the same for all ways to say it: "b=a,c;d=a"; empty for none.
std::string canonical_dependencies(const run_wishes& wishes);

} // namespace faucet
