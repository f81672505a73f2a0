#pragma once

#include "actors/reports.hpp"
#include "actors/row_tally.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace faucet {

/// What a node keeps of one row of a pipeline.
struct kept_row {
  tallied_row name;
  std::shared_ptr<row_tally> tally = std::make_shared<row_tally>();
  std::map<std::string, uint64_t> failed; ///< runs of the row, by the kind of their failure
  uint64_t succeeded = 0;
  page_counts pages; ///< of runs that have ended
  std::shared_ptr<duration_tally> durations = std::make_shared<duration_tally>(long_times);
};

} // namespace faucet
