#pragma once

#include "connectors/transforms/combination_cache.hpp"
#include "model/page_builder.hpp"

#include <string>
#include <vector>

namespace faucet {

/// What the results of a cross join are made of.
struct cross_join_columns {
  std::vector<std::string> arrays;
  bool prefix;
  bool keep_parent;
  bool drop_arrays;
};

/// Puts a record and one element of each of its lists together.
class cross_join_planner {
public:
  explicit cross_join_planner(cross_join_columns columns);

  [[nodiscard]] const cross_join_columns& columns() const noexcept {
    return columns_;
  }

  /// One element for each of the arrays, in their order. A column that would be lost to another of
  /// the same name is an error.
  expected<value> combine(object_view record, std::span<const value> elements, page_builder& out);

private:
  /// Where a cell comes from: `part` 0 is the record, part n the n-th element.
  struct origin {
    static constexpr uint32_t whole = static_cast<uint32_t>(-1);

    uint32_t part;
    uint32_t cell; ///< `whole` for an element that is no object
  };

  struct plan {
    shape_ptr target;
    std::vector<origin> cells;
  };

  class drafting;

  expected<plan> make_plan(const shape& record, std::span<const value> elements);

  cross_join_columns columns_;
  std::vector<uint64_t> ids_;
  shape_table shapes_;
  combination_cache<plan> plans_;
};

} // namespace faucet
