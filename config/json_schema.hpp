#pragma once

#include "config/type_schema.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// A connector, transform or store, as far as schemas need it.
struct described_type {
  std::string name;
  std::string summary;
  type_schema options;
};

/// Everything a `type:` in a pipeline file can name.
struct described_types {
  std::vector<described_type> sources;
  std::vector<described_type> sinks;
  std::vector<described_type> transforms;
  std::vector<described_type> stores;
};

/// JSON Schema (draft 2020-12) of one type's `config:`, indented. Values that are references may
/// stand for any option; text that parses as an option's type is accepted for it, as when loading.
std::string options_schema(const described_type& of, std::string_view role);

/// JSON Schema of a whole pipeline file.
std::string pipeline_file_schema(const described_types& types);

} // namespace faucet
