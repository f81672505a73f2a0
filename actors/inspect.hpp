#pragma once

// How the value types in messages cross to another node. No floating point number may be inspected:
// CAF 0.17 does not survive infinities.

#include "actors/dead_letters.hpp"
#include "actors/reports.hpp"
#include "connectors/driver.hpp"
#include "model/page.hpp"
#include "model/run_facts.hpp"
#include "state/key_migration.hpp"

#include <caf/error.hpp>
#include <caf/fwd.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace faucet {

/// What a source answers to a pull: a page, or what is left at the end.
struct pulled {
  page rows;
  bool last = false; ///< nothing comes after these rows
};

/// What became of a page in the transforms, or of a part of it.
struct transformed {
  page rows;
  bool more = false; ///< there is more of the same page
};

/// Where a source begins; nothing = at its beginning.
struct resume_point {
  std::optional<bookmark> position;
};

/// What a store holds under a key.
struct stored_text {
  std::optional<std::string> text;
};

/// What a sink made of a page.
struct write_result {
  uint64_t records = 0;               ///< accepted
  std::vector<rejected_row> rejected; ///< in the order of the page, each row once
};

/// Which row an invocation is about to run.
struct row_claim {
  std::string key;
  std::string run_id;
  bool force = false;                  ///< take the lease over whoever holds it
  std::vector<std::string> older_keys; ///< where older releases kept the bookmark, likeliest first
  std::optional<run_hold> hold = {};   ///< of a run that a cluster executes
};

/// What the store knows of a row whose run may begin.
struct claimed_row {
  std::optional<std::string> text; ///< the stored bookmark
  bool leased = false;             ///< false where the store could not keep a lease
  std::vector<std::string> warnings;
  adoption adopted = adoption::nothing; ///< of a bookmark under an older key
  std::chrono::nanoseconds adopting{0}; ///< how long the search for one took
  ec adoption_failure = ec::none;       ///< of the search, or of the removal of the older key
};

caf::error inspect(caf::serializer& to, page& x);
caf::error inspect(caf::deserializer& from, page& x);
std::string to_string(const page& x);

caf::error inspect(caf::serializer& to, pulled& x);
caf::error inspect(caf::deserializer& from, pulled& x);
std::string to_string(const pulled& x);

caf::error inspect(caf::serializer& to, transformed& x);
caf::error inspect(caf::deserializer& from, transformed& x);
std::string to_string(const transformed& x);

caf::error inspect(caf::serializer& to, resume_point& x);
caf::error inspect(caf::deserializer& from, resume_point& x);
std::string to_string(const resume_point& x);

caf::error inspect(caf::serializer& to, stored_text& x);
caf::error inspect(caf::deserializer& from, stored_text& x);
std::string to_string(const stored_text& x);

caf::error inspect(caf::serializer& to, sink_start& x);
caf::error inspect(caf::deserializer& from, sink_start& x);
std::string to_string(const sink_start& x);

std::string to_string(ending x);

caf::error inspect(caf::serializer& to, left_out& x);
caf::error inspect(caf::deserializer& from, left_out& x);
std::string to_string(const left_out& x);

caf::error inspect(caf::serializer& to, rejected_row& x);
caf::error inspect(caf::deserializer& from, rejected_row& x);

caf::error inspect(caf::serializer& to, write_result& x);
caf::error inspect(caf::deserializer& from, write_result& x);
std::string to_string(const write_result& x);

caf::error inspect(caf::serializer& to, row_claim& x);
caf::error inspect(caf::deserializer& from, row_claim& x);
std::string to_string(const row_claim& x);

caf::error inspect(caf::serializer& to, claimed_row& x);
caf::error inspect(caf::deserializer& from, claimed_row& x);
std::string to_string(const claimed_row& x);

caf::error inspect(caf::serializer& to, progress& x);
caf::error inspect(caf::deserializer& from, progress& x);
std::string to_string(const progress& x);

caf::error inspect(caf::serializer& to, page_counts& x);
caf::error inspect(caf::deserializer& from, page_counts& x);

caf::error inspect(caf::serializer& to, invocation_report& x);
caf::error inspect(caf::deserializer& from, invocation_report& x);
std::string to_string(const invocation_report& x);

caf::error inspect(caf::serializer& to, run_report& x);
caf::error inspect(caf::deserializer& from, run_report& x);
std::string to_string(const run_report& x);

} // namespace faucet
