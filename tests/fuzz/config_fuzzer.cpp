#include "config/document.hpp"
#include "config/load_pipeline.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

void load(std::string_view text, const char* file_name) {
  if (auto document = faucet::parse_document(text, file_name)) {
    faucet::load_settings settings;
    settings.validate_only = true;
    static_cast<void>(faucet::read_pipeline(std::move(*document), file_name, settings));
  }
}

} // namespace

/// Any bytes, as a YAML file and as a JSON file, end in a pipeline or an error.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text{reinterpret_cast<const char*>(data), size};
  load(text, "fuzz.yaml");
  load(text, "fuzz.json");
  return 0;
}
