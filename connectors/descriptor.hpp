#pragma once

#include "config/options.hpp"
#include "connectors/driver.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace faucet {

/// What a connector can do. Delivery gates, `faucet list` and the reference read it from here.
struct capabilities {
  bool resumable = false;     ///< Source: its pages carry bookmarks.
  bool replayable = false;    ///< Source: resuming continues an immutable stream at that position.
  bool atomic_commit = false; ///< Sink: rows and a watermark commit in one transaction.
  bool upsert = false;        ///< Sink: can converge on keyed rows.
  bool shardable = false;     ///< Source: can be cut into slices.
};

/// One `type:` of a source, a sink or a transform.
template <class Driver>
struct descriptor {
  std::string_view type;    ///< the name in pipeline files
  std::string_view summary; ///< one sentence
  capabilities can;
  type_schema (*options)();
  /// Checks the options and makes a driver, without any I/O.
  std::function<expected<std::unique_ptr<Driver>>(const node& config)> make;
};

using source_descriptor = descriptor<source_driver>;
using sink_descriptor = descriptor<sink_driver>;
using transform_descriptor = descriptor<transform>;

/// Describes a driver that is constructed from its options. Where the options need more checks than
/// their types, give `expected<void> check(const Options&, const node& config)` beside `fields`.
template <class Driver, class Interface, class Options>
descriptor<Interface> describe(std::string_view type, std::string_view summary, capabilities can,
                               std::string_view role) {
  auto owner = std::string{role} + " " + std::string{type};
  return {type, summary, can, &describe_options<Options>,
          [owner](const node& config) -> expected<std::unique_ptr<Interface>> {
            Options options;
            if (auto ok = read_options(config, options, owner); !ok) {
              return fail(std::move(ok));
            }
            if constexpr (requires { check(options, config); }) {
              if (auto ok = check(options, config); !ok) {
                return fail(std::move(ok));
              }
            }
            return std::make_unique<Driver>(std::move(options));
          }};
}

template <class Driver, class Options>
source_descriptor describe_source(std::string_view type, std::string_view summary,
                                  capabilities can = {}) {
  return describe<Driver, source_driver, Options>(type, summary, can, "source");
}

template <class Driver, class Options>
sink_descriptor describe_sink(std::string_view type, std::string_view summary,
                              capabilities can = {}) {
  return describe<Driver, sink_driver, Options>(type, summary, can, "sink");
}

template <class Driver, class Options>
transform_descriptor describe_transform(std::string_view type, std::string_view summary) {
  return describe<Driver, transform, Options>(type, summary, {}, "transform");
}

} // namespace faucet
