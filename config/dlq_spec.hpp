#pragma once

#include "config/component_spec.hpp"

#include <cstdint>
#include <optional>

namespace faucet {

/// What happens to a page that the sink refuses as a whole.
enum class batch_error_policy { propagate, dlq_all };

std::span<const enum_name<batch_error_policy>> enum_names(batch_error_policy);

/// Where records go that could not be written, and how many of them a run bears.
struct dlq_spec {
  component_spec sink;
  batch_error_policy on_batch_error = batch_error_policy::propagate;
  std::optional<uint64_t> max_failures_per_page; ///< absent: without end
  std::optional<uint64_t> max_failures_total;    ///< absent: without end
  bool include_original_payload = true;
  bool allow_duplicates_on_dlq_all = false;
};

void fields(option_visitor& v, dlq_spec& x);

} // namespace faucet
