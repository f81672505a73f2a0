#pragma once

#include "connectors/descriptor.hpp"

#include <vector>

namespace faucet {

/// Everything a `type:` in a pipeline can name. A plain value: an embedding program may copy the
/// built-in one and add to it.
struct catalogue {
  std::vector<source_descriptor> sources;
  std::vector<sink_descriptor> sinks;
  std::vector<transform_descriptor> transforms;
};

/// The connectors that come with faucet.
const catalogue& built_in_catalogue();

/// The entry of that type. An unknown type is an error that names the nearest known one.
expected<const source_descriptor*> find_source(const catalogue& from, const node& type);
expected<const sink_descriptor*> find_sink(const catalogue& from, const node& type);
expected<const transform_descriptor*> find_transform(const catalogue& from, const node& type);

} // namespace faucet
