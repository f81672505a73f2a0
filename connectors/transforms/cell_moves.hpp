#pragma once

#include "model/page_builder.hpp"

#include <vector>

namespace faucet {

/// How records of one shape become records of another: each cell of the result is a cell of the
/// record or one that is the same for all records.
struct cell_moves {
  static constexpr uint32_t constant = static_cast<uint32_t>(-1);

  struct move {
    uint32_t from; ///< index in the record, or `constant`
    value cell;    ///< for `constant`; whoever applies it keeps its memory alive
  };

  shape_ptr target;
  std::vector<move> moves; ///< one a field of `target`
  bool unchanged = false;  ///< the record stays as it is; nothing else is set

  /// Adds the record of the new shape.
  void apply(object_view record, page_builder& out) const;
};

/// Collects the fields of a result one by one. The names must live until `finish`.
class cell_moves_builder {
public:
  void take(std::string_view name, size_t from) {
    names_.push_back(name);
    moves_.push_back({static_cast<uint32_t>(from), {}});
  }

  void put(std::string_view name, const value& cell) {
    names_.push_back(name);
    moves_.push_back({cell_moves::constant, cell});
  }

  /// Names must be distinct. Equal names give the same shape from one `table`.
  cell_moves finish(const shape& origin, shape_table& table);

private:
  std::vector<std::string_view> names_;
  std::vector<cell_moves::move> moves_;
};

} // namespace faucet
