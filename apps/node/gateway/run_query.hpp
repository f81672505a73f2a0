#pragma once

#include "apps/node/gateway/submission.hpp"
#include "state/history/run_archive.hpp"

namespace faucet {

/// What `GET /v1/runs` is asked for.
struct run_query {
  run_filter filter;
  bool counts = false; ///< also how many runs there are in each status

  /// One label was asked for with two values, which no run has.
  bool matches_nothing = false;
};

/// Reads the query of a request by `who`. Unknown parameters and values that mean nothing are
/// refused with 400.
api_expected<run_query> read_run_query(const http_target& target, const std::string& who);

} // namespace faucet
