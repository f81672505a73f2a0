#pragma once

#include "apps/faucet/dlq_backlog.hpp"
#include "apps/faucet/pipeline_state.hpp"
#include "apps/faucet/row_facts.hpp"
#include "state/instant.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// A child row, summed up over the records of its parent.
struct child_status {
  std::string row;
  size_t bookmarks = 0;
  size_t failed = 0;
  health worst = health::ok;
  std::string refused; ///< why the last run refused some, who have no key; empty = none
};

/// A root row, its children included.
struct status_row {
  const row_home* home = nullptr;
  row_facts facts;
  verdict how;
  dlq_backlog dlq;
  std::vector<child_status> children;
  std::optional<uint64_t> bookmark_age_secs; ///< since the last run that succeeded
};

struct status_report {
  std::string pipeline;
  instant generated_at;
  std::vector<std::string> store_types;
  bool durable = false;
  std::vector<status_row> rows;
  health how = health::ok;
  std::vector<std::string> notes; ///< about what could not be reached
};

/// Looks at the rows that are asked for. A store that cannot be reached makes notes and rows of
/// which nothing is known, no failure.
status_report look_at(const pipeline_state& state, const std::vector<const row_home*>& rows);

std::string to_json(const status_report& x);

/// What a person reads, a line a row and one for each reason.
std::string to_text(const status_report& x);

} // namespace faucet
