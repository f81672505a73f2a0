#include "connectors/transforms/shape_transform.hpp"

#include "config/to_value.hpp"
#include "connectors/transforms/record_mapping.hpp"

namespace faucet {

expected<page> shape_transform::apply(page_cursor& input) {
  for (const auto& constant : constants_) {
    out_.keep(constant);
  }
  auto make = [this](const shape& from) -> expected<cell_moves> {
    cell_moves_builder moves;
    return plan(from, moves).map([&] { return moves.finish(from, shapes_); });
  };
  return map_records(out_, input, [&](object_view record, page_builder& out) {
    return plans_.find(record.fields(), make).map([&](const cell_moves* moves) {
      moves->apply(record, out);
    });
  });
}

value shape_transform::keep_constant(const node& from) {
  page_builder builder;
  builder.add(to_value(from, builder));
  return constants_.emplace_back(builder.finish()).rows()[0];
}

} // namespace faucet
