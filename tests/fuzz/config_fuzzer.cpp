#include "config/document.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Any bytes, as a YAML file and as a JSON file, end in a tree or an error.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text{reinterpret_cast<const char*>(data), size};
  static_cast<void>(faucet::parse_document(text, "fuzz.yaml"));
  static_cast<void>(faucet::parse_document(text, "fuzz.json"));
  return 0;
}
