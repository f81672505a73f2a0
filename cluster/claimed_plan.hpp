#pragma once

#include "actors/run_plan.hpp"
#include "cluster/meters.hpp"
#include "cluster/pipeline_bounds.hpp"
#include "cluster/run_wishes.hpp"
#include "config/environment.hpp"
#include "connectors/catalogue.hpp"
#include "state/sealing/vault.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

class run_journal;

struct submitted_run;

/// What a node brings to the pipelines that it executes.
struct execution_place {
  const catalogue* connectors = nullptr; ///< outlives every run
  environment variables;
  std::optional<node> defaults = {}; ///< merged under every pipeline

  pipeline_bounds bounds{}; ///< of every pipeline

  std::shared_ptr<const vault> keys = {}; ///< may be none: what is sealed does not open

  /// Whether a member lives that reads bookmarks without their envelope only. May be empty: there
  /// is none. Asked from any thread, before each write of a bookmark.
  std::function<bool()> needs_bare_bookmarks = {};

  /// Probes all that a run needs from its start on, and says how probes failed; empty where none
  /// did. May be empty: nobody probes. Asked from any thread; may block.
  std::function<expected<std::string>(const submitted_run&)> probe = {};

  /// How long a run may move nothing and still keep its lease. A source may work for long on its
  /// first record, and a sink on its last; a driver that is stuck must not hold a run for ever.
  std::chrono::milliseconds silence = std::chrono::hours{1};

  std::shared_ptr<meters> counts = {};       ///< may be none
  std::shared_ptr<run_journal> journal = {}; ///< may be none: nothing is logged
};

/// A run as somebody submits it, and as its owner finds it.
struct submitted_run {
  std::string config;
  std::string format;         ///< "yaml" or "json"
  std::string details = "{}"; ///< an object; see read_wishes

  std::string run = {};           ///< its id, to which what is sealed is bound
  std::string sealed_values = {}; ///< of its secret params
};

/// What a submission is, as far as it can be told before it runs.
struct checked_submission {
  std::string name;              ///< of the pipeline; "serve" where it has none
  std::string pool;              ///< that the pipeline names; empty where it names none
  std::vector<std::string> rows; ///< that will run
  std::string selection;         ///< canonical_text of what was asked for
  std::string depends_on;        ///< canonical_dependencies of what was asked for
  std::vector<std::string> warnings;

  /// Why no node lets the pipeline reach what it names; with it, nothing else is known.
  std::string forbidden;
};

/// What a run does, and how it is to be executed.
struct claimed_plan {
  run_plan plan;
  std::optional<std::chrono::seconds> timeout;
  bool to_be_probed = false;         ///< before it begins, as whoever submitted it wants
  std::vector<std::string> warnings; ///< for the log of the run
};

/// Whether a run could be executed here, without opening anything: all that its owner would refuse
/// is refused. `which` of a wish that cannot be fulfilled is the wish. May block.
expected<checked_submission> check_submission(const submitted_run& run,
                                              const execution_place& place);

/// The plan of a run as its owner executes it: its stored config, opened with this node's keys and
/// read with its variables and files. May block. Nothing else is opened.
expected<claimed_plan> plan_of(const submitted_run& run, const execution_place& place);

} // namespace faucet
