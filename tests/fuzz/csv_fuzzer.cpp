// Any bytes as CSV, in blocks of one size and of another: no crash, and the same records.

#include "connectors/formats/csv_reader.hpp"
#include "tests/fuzz/reader_comparison.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace faucet;
  fuzz::compare_block_sizes(data, size, [](text_reader text, uint8_t choice) {
    csv_dialect dialect{.has_headers = (choice & 1) != 0, .flexible = (choice & 2) != 0};
    return std::make_unique<csv_reader>(std::move(text), dialect);
  });
  return 0;
}
