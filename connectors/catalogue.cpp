#include "connectors/catalogue.hpp"

#include "config/type_lookup.hpp"

namespace faucet {

namespace {

template <class Driver>
expected<const descriptor<Driver>*> find(const std::vector<descriptor<Driver>>& among,
                                         const node& type, std::string_view role) {
  std::vector<std::string_view> known;
  for (const auto& candidate : among) {
    known.push_back(candidate.type);
  }
  return find_type(type, known, role).map([&among](size_t at) { return &among[at]; });
}

} // namespace

expected<const source_descriptor*> find_source(const catalogue& from, const node& type) {
  return find(from.sources, type, "source");
}

expected<const sink_descriptor*> find_sink(const catalogue& from, const node& type) {
  return find(from.sinks, type, "sink");
}

expected<const transform_descriptor*> find_transform(const catalogue& from, const node& type) {
  return find(from.transforms, type, "transform");
}

} // namespace faucet
