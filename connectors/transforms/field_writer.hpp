#pragma once

#include "model/page_builder.hpp"
#include "model/shape_cache.hpp"

#include <span>
#include <string>
#include <vector>

namespace faucet {

/// Writes some named fields of records: in its place where the record has the field, else behind
/// its last one.
class field_writer {
public:
  /// Names must be distinct.
  explicit field_writer(std::vector<std::string> names);

  /// A copy of a record that has all the fields. Set its cells before the next call.
  struct draft {
    value row;
    std::span<value> cells;       ///< null where the record lacked the field
    std::span<const uint32_t> at; ///< index in `cells` of each name, in their order
  };

  /// The copy shares all that lies deeper with `record`, so keep alive in `out` what that lives in.
  draft copy(object_view record, page_builder& out);

private:
  struct plan {
    std::vector<uint32_t> at;
    shape_ptr extended; ///< none where the record has all the fields
  };

  plan make_plan(const shape& fields);

  std::vector<std::string> names_;
  shape_table shapes_;
  shape_cache<plan> plans_;
};

} // namespace faucet
