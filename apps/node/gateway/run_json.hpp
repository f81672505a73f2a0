#pragma once

#include "config/node.hpp"
#include "state/history/run_archive.hpp"
#include "state/history/run_record.hpp"

#include <string>

namespace faucet {

/// A run as clients see it. `now` is for how long it has been running; `config` is shown where it
/// is not null.
std::string run_json(const run_record& x, instant now, const stored_config* config = nullptr);

/// What a callback says of a run that has ended, and the fields that its submitter has added.
std::string callback_json(const run_record& x, const node& extra_fields);

} // namespace faucet
