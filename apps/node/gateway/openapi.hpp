#pragma once

#include <string>

namespace faucet {

/// What a node answers to, as OpenAPI 3.1 in YAML: from the table of routes, the fields of a
/// submission and the shapes in openapi_schemas.hpp.
std::string openapi_yaml();

} // namespace faucet
