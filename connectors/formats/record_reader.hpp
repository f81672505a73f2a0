#pragma once

#include "model/error.hpp"
#include "model/page_builder.hpp"

namespace faucet {

/// Reads the records of one file.
class record_reader {
public:
  virtual ~record_reader() = default;

  /// Adds records until the page is full or the file ends. True while there may be more.
  virtual expected<bool> fill(page_builder& into, size_t max_rows) = 0;
};

} // namespace faucet
