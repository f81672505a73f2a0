#pragma once

#include "config/node.hpp"
#include "connectors/driver.hpp"
#include "connectors/transforms/cell_moves.hpp"
#include "model/shape_cache.hpp"

namespace faucet {

/// A transform of which the whole effect follows from a record's shape: it is planned once a shape
/// and carried out cell by cell. Records that are no objects pass through.
class shape_transform : public transform {
public:
  expected<page> apply(page_cursor& input) final;

protected:
  /// Collects what becomes of records of that shape. Names given to `moves` must outlive the call.
  virtual expected<void> plan(const shape& from, cell_moves_builder& moves) = 0;

  /// Converts a configured constant; its cell lives as long as the transform and all its pages.
  value keep_constant(const node& from);

private:
  shape_table shapes_;
  shape_cache<cell_moves> plans_;
  std::vector<page> constants_;
  page_builder out_;
};

} // namespace faucet
