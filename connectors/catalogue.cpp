#include "connectors/catalogue.hpp"

#include "config/nearest_name.hpp"

#include <algorithm>

namespace faucet {

namespace {

template <class Driver>
expected<const descriptor<Driver>*> find(const std::vector<descriptor<Driver>>& among,
                                         const node& type, const char* role) {
  const auto* name = type.text();
  if (name == nullptr) {
    return detail::wrong_type(type, "type", std::string{"the name of a "} + role);
  }
  auto found = std::ranges::find(among, *name, &descriptor<Driver>::type);
  if (found != among.end()) {
    return &*found;
  }
  std::vector<std::string_view> known;
  std::string all;
  for (const auto& candidate : among) {
    known.push_back(candidate.type);
    all += (all.empty() ? "" : ", ") + std::string{candidate.type};
  }
  auto what = std::string{"unknown "} + role + " type \"" + *name + "\"";
  if (auto nearest = nearest_name(*name, known); !nearest.empty()) {
    what += "; did you mean \"" + std::string{nearest} + "\"?";
  }
  return fail(ec::invalid_config, what + " (known: " + all + ")", to_string(type.where()));
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
