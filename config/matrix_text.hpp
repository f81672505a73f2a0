#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// A row of a matrix that a program writes.
struct generated_row {
  std::string remark; ///< a comment above it
  node row;           ///< a map
};

/// The text of a pipeline file with these rows as its matrix, instead of the one it may have. The
/// rest stays as people wrote it, comments included; where that cannot be kept (the file is JSON,
/// or written as JSON) the result is JSON. `heading` is a comment above the matrix.
expected<std::string> replace_matrix(std::string_view text, const std::string& file_name,
                                     std::string_view heading,
                                     const std::vector<generated_row>& rows);

} // namespace faucet
