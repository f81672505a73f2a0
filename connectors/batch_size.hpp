#pragma once

#include "config/options.hpp"

namespace faucet {

inline constexpr size_t default_batch_size = 1000;
inline constexpr size_t max_batch_size = 1'000'000;

/// The option by which a source bounds the rows of its pages; see page_builder::full.
inline void batch_size_field(option_visitor& v, size_t& rows) {
  v.field("batch_size", rows, default_batch_size,
          "Records a page, at most. 0 sets no limit; a page then ends by its size in bytes.",
          {.minimum = 0, .maximum = static_cast<int64_t>(max_batch_size)});
}

/// The same option of a sink, which takes pages as they come.
inline void sink_batch_size_field(option_visitor& v, size_t& rows) {
  v.field("batch_size", rows, default_batch_size,
          "Accepted as of every connector. What is written does not depend on it.",
          {.minimum = 0, .maximum = static_cast<int64_t>(max_batch_size)});
}

} // namespace faucet
