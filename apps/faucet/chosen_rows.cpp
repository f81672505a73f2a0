#include "apps/faucet/chosen_rows.hpp"

#include <spdlog/spdlog.h>

namespace faucet {

expected<chosen_rows> choose_rows(const pipeline_spec& spec, const selection_flags& flags) {
  auto rows = expand_rows(spec);
  if (!rows) {
    return fail(std::move(rows));
  }
  auto selected = select_rows(*rows, flags.selection(), spec.selection.include_parents);
  if (!selected) {
    return fail(std::move(selected));
  }
  for (const auto& text : selected->warnings) {
    spdlog::warn("{}", text);
  }
  return chosen_rows{std::move(*rows), std::move(selected->runs)};
}

} // namespace faucet
