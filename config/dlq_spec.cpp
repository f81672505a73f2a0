#include "config/dlq_spec.hpp"

#include <array>

namespace faucet {

std::span<const enum_name<batch_error_policy>> enum_names(batch_error_policy) {
  static constexpr std::array<enum_name<batch_error_policy>, 2> names{
    {{"propagate", batch_error_policy::propagate}, {"dlq_all", batch_error_policy::dlq_all}}};
  return names;
}

void fields(option_visitor& v, dlq_spec& x) {
  v.field("sink", x.sink, required, "Where records go that could not be written.");
  v.field("on_batch_error", x.on_batch_error, batch_error_policy::propagate,
          "Whether a page that is refused as a whole fails the run, or goes to this sink.");
  v.field("max_failures_per_page", x.max_failures_per_page,
          "The run fails when more records of one page than this go here; no limit unless set.",
          {.minimum = 1});
  v.field("max_failures_total", x.max_failures_total,
          "The run fails when more records than this go here; no limit unless set.",
          {.minimum = 1});
  v.field("include_original_payload", x.include_original_payload, true,
          "Keep the record itself beside what went wrong with it.");
  v.field("allow_duplicates_on_dlq_all", x.allow_duplicates_on_dlq_all, false,
          "Accept dlq_all with a sink that may have written a part of a page it refused.");
}

} // namespace faucet
