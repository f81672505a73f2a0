#pragma once

#include "actors/dead_letters.hpp"
#include "actors/parent_capture.hpp"
#include "actors/reports.hpp"
#include "actors/row_schedule.hpp"
#include "actors/row_tally.hpp"
#include "actors/write_permit.hpp"
#include "config/secret_mask.hpp"
#include "connectors/transform_chain.hpp"
#include "model/run_facts.hpp"
#include "state/store.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace faucet {

/// The drivers of one invocation, made and checked, not yet opened.
struct invocation_plan {
  std::string source_type;
  std::string sink_type;
  std::shared_ptr<source_driver> source;
  std::vector<transform_stage> transforms;
  std::shared_ptr<sink_driver> sink;
};

/// Which of a row's invocations one is, and where it keeps its bookmark.
struct invocation_name {
  std::optional<std::string> parent_key; ///< of a child: its record of the parent, for people
  std::string state_key;                 ///< empty where nothing is remembered
  std::vector<std::string> older_keys;   ///< where older releases kept the bookmark
  std::optional<error> refusal;          ///< why its record cannot have one
};

/// The dead letters of one row.
struct dead_letter_plan {
  size_t sink; ///< among those of the run
  dead_letter_rules rules;
};

/// One row of the pipeline.
struct row_plan {
  std::string id;
  std::string source_type;
  std::string sink_type;
  std::optional<size_t> parent;
  std::string parent_key; ///< of a child: what tells the parent's records apart
  std::vector<size_t> depends_on;
  double weight = 0;
  std::optional<size_t> store; ///< among those of the run; none = nothing is remembered
  std::string store_type;      ///< for messages
  bool markers = false;        ///< a lease and a status are kept
  std::optional<dead_letter_plan> letters;
  std::vector<field_path> captured; ///< what the rows below take of this row's records

  /// Of a root row.
  invocation_name name;
  std::optional<invocation_plan> drivers;

  /// Of a child row that keeps markers: where it keeps that children were refused, who have no key.
  std::string refusals_key;

  /// Of a child row: its invocations, one a record of the parent. Refuses those that would be one
  /// with another, or that could not be told from others.
  std::function<std::vector<invocation_name>(std::span<const parent_values>)> name_all;

  /// Of a child row: the drivers for one record. May be called from any thread.
  std::function<expected<invocation_plan>(const parent_values&)> make_drivers;
};

/// A sink of dead letters. Rows that write to one place share it.
struct dead_letter_sink {
  std::string type;
  std::shared_ptr<sink_driver> driver;
};

/// What one run does.
struct run_plan {
  std::string pipeline;
  std::vector<row_plan> rows;
  std::vector<std::shared_ptr<state_store>> stores;
  std::vector<dead_letter_sink> dead_letter_sinks;
  row_schedule::rules order;
  uint64_t limit = std::numeric_limits<uint64_t>::max(); ///< records to write, each invocation
  bool sample = false; ///< what is written is not all there is: nothing is replaced by it
  bool force = false;  ///< take leases over whoever holds them

  std::optional<run_hold> hold; ///< as whose owner; none outside of a cluster

  /// How long sinks may go on once the run is cancelled; as in driver_context.
  std::chrono::milliseconds stop_grace = driver_context{}.stop_grace;

  /// Looked at before each write, flush and put. None = writing is always allowed.
  std::shared_ptr<const write_permit> permit;

  secret_mask secrets; ///< kept out of reports and warnings

  /// Hears warnings of drivers, with the row and the type they come from. Called from any thread.
  std::function<void(const std::string& row, const std::string& type, const std::string& text)>
    warn;

  /// What the invocations of a row count in; none = they count nothing. Called by the run's actor.
  /// May be empty.
  std::function<std::shared_ptr<row_tally>(const tallied_row&)> tally;

  /// Hear of each invocation: when it is started, with what it will move, and how it ended, also
  /// where it was not started. Called by the run's actor, without secrets. May be empty.
  std::function<void(const invocation_report&)> began;
  std::function<void(const invocation_report&)> ended;
};

} // namespace faucet
