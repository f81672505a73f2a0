#include "connectors/transforms/object_copy.hpp"

#include <memory>

namespace faucet {

std::pair<value, std::span<value>> copy_object(object_view origin, page_builder& out) {
  auto from = origin.cells();
  auto* header =
    static_cast<object_header*>(out.memory().allocate(sizeof(object_header) + from.size_bytes()));
  *header = *origin.header();
  auto* cells = reinterpret_cast<value*>(header + 1);
  std::uninitialized_copy(from.begin(), from.end(), cells);
  return {value::of_object(object_view{header}), {cells, from.size()}};
}

} // namespace faucet
