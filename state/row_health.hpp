#pragma once

#include "state/envelope.hpp"
#include "state/lease_record.hpp"
#include "state/row_status.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// How a row is doing, from good to bad.
enum class health : uint8_t {
  ok,
  warming,  ///< Nothing has run yet.
  running,  ///< A run holds the lease.
  unknown,  ///< Nothing durable is kept, or it cannot be read.
  degraded, ///< Something is wrong that the next run gets over.
  failed,   ///< The last run failed, or the next one will.
};

const char* to_string(health x) noexcept;

/// What `faucet status` exits with: 0, 1 for degraded and unknown, 2 for failed.
int exit_status(health x) noexcept;

/// What is known of a row, or of one child of it.
struct row_facts {
  std::string store_type; ///< empty where nothing is kept
  bool durable = false;
  std::vector<std::string> errors;    ///< what could not be read
  std::optional<row_status> outcomes; ///< of earlier runs
  std::optional<lease_record> lease;
  bool lease_is_live = false;
  std::optional<envelope> bookmark;
  std::string source_type; ///< who will read it
};

struct verdict {
  health how = health::ok;
  std::vector<std::string> reasons; ///< why it is not just ok
};

verdict judge(const row_facts& row);

/// A bookmark in one short line: "by=name last=in/a.jsonl".
std::string bookmark_in_short(const bookmark& x);

/// "full snapshot", or the bookmark where there is one.
std::string resume_point(const row_facts& row);

} // namespace faucet
