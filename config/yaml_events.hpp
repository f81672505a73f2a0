#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// One step of a YAML text.
struct yaml_event {
  enum class kind : uint8_t { scalar, alias, list, map, end };

  kind what = kind::scalar;
  bool quoted = false; ///< scalar: text whatever it looks like
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t partner = 0; ///< list, map, anchored scalar: index behind its last event
  uint32_t origin = 0;  ///< alias: index of the event it stands for
  std::string text;     ///< scalar
  std::string tag;      ///< empty = none
};

/// The events of a text that holds one document, aliases not followed yet.
expected<std::vector<yaml_event>> read_yaml_events(std::string_view text,
                                                   const std::shared_ptr<const std::string>& file);

} // namespace faucet
