// Any bytes as JSON Lines or as a JSON list, in blocks of one size and of another: no crash, and
// the same records.

#include "connectors/formats/json_array_reader.hpp"
#include "connectors/formats/json_lines_reader.hpp"
#include "tests/fuzz/reader_comparison.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace faucet;
  fuzz::compare_block_sizes(
    data, size, [](text_reader text, uint8_t choice) -> std::unique_ptr<record_reader> {
      if ((choice & 1) != 0) {
        return std::make_unique<json_array_reader>(std::move(text), size_t{1} << 20);
      }
      return std::make_unique<json_lines_reader>(std::move(text));
    });
  return 0;
}
