#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>
#include <vector>

namespace faucet {

/// What the references of a document can name in it, as the file says it.
struct definitions {
  node vars{node::map_type{}};
  node sources{node::map_type{}}; ///< by name; the single one is "default"
  node sinks{node::map_type{}};
  std::vector<std::string> rows; ///< ids of the matrix

  /// A `vars:` of a wrong type is an error. The ids of rows must be without references already.
  static expected<definitions> of(const node& document);
};

} // namespace faucet
