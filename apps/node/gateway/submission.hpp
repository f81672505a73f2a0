#pragma once

#include "apps/node/http/api_error.hpp"
#include "config/options.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace faucet {

enum class config_format { yaml, json };

/// What somebody asks for with `POST /v1/runs`, before its pipeline was looked at.
struct submission {
  std::string config; ///< text of the pipeline
  config_format format = config_format::yaml;
  std::string name; ///< empty: the pipeline's own
  named<std::string> labels;
  std::optional<uint64_t> timeout_secs;
  bool doctor_first = false;
  std::optional<std::string> idempotency_key;
  std::optional<uint32_t> concurrency;
  std::optional<std::string> clock;
  std::optional<std::string> pool;
  std::optional<node> params;     ///< a map of scalars
  std::optional<node> callback;   ///< a map
  std::optional<node> selection;  ///< a map
  std::optional<node> depends_on; ///< a map
};

void fields(option_visitor& v, submission& x);

template <class T>
using api_expected = tl::expected<T, api_error>;

/// Reads the body of a submission. Fields that are not known are passed over.
api_expected<submission> read_submission(std::string_view body);

/// Whether a pool may be called so; `where` begins the message: "request `pool`".
api_expected<void> check_pool_name(const std::string& pool, std::string_view where);

} // namespace faucet
