#pragma once

#include "config/type_schema.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace faucet {

/// Renders types as JSON Schema; some places can be given a schema of their own.
class schema_writer {
public:
  using json = nlohmann::ordered_json;

  /// Schemas by path: "transforms[]" for the items of the option `transforms`, "sources{}" for the
  /// values of the map `sources`.
  using replacements = std::map<std::string, json>;

  explicit schema_writer(replacements instead = {}) : instead_(std::move(instead)) {
    // nop
  }

  json operator()(const type_schema& type, const std::string& path) const;

  /// An object without the alternatives of its being a reference or null.
  json object(const type_schema& type, const std::string& path) const;

private:
  json property(const option_schema& option, const std::string& path) const;

  /// Told apart by condition, not by alternatives, so that validators say what is wrong inside.
  json container(const type_schema& type, const std::string& path, bool null_is_valid) const;

  /// Which keys a map may have depends on what its tag says.
  json tagged(const type_schema& type, const std::string& path) const;

  replacements instead_;
};

} // namespace faucet
