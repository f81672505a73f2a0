#include "connectors/transforms/cell_moves.hpp"

#include <algorithm>

namespace faucet {

void cell_moves::apply(object_view record, page_builder& out) const {
  if (unchanged) {
    out.add(value::of_object(record));
    return;
  }
  auto [row, cells] = out.object(target);
  const auto* origin = record.cells().data();
  for (size_t i = 0; i < cells.size(); ++i) {
    const auto& step = moves[i];
    cells[i] = step.from == constant ? step.cell : origin[step.from];
  }
  out.add(row);
}

cell_moves cell_moves_builder::finish(const shape& origin, shape_table& table) {
  auto same_cells = std::ranges::equal(
    moves_, origin.names(), [i = size_t{0}](auto& x, auto&) mutable { return x.from == i++; });
  if (same_cells && std::ranges::equal(names_, origin.names())) {
    return {.target = nullptr, .moves = {}, .unchanged = true};
  }
  return {.target = table.intern(names_), .moves = std::move(moves_), .unchanged = false};
}

} // namespace faucet
