#pragma once

#include "connectors/formats/text_reader.hpp"
#include "model/json_writer.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace faucet {

/// Bytes of a string, a few at a time.
class string_reader final : public byte_reader {
public:
  explicit string_reader(std::string bytes, size_t piece = size_t{1} << 20)
    : bytes_(std::move(bytes)), piece_(piece) {
    // nop
  }

  expected<size_t> read(char* into, size_t capacity) override {
    auto count = std::min({capacity, piece_, bytes_.size() - next_});
    std::memcpy(into, bytes_.data() + next_, count);
    next_ += count;
    return count;
  }

private:
  std::string bytes_;
  size_t piece_;
  size_t next_ = 0;
};

inline text_reader text_in_memory(std::string bytes, block_sizes sizes = {},
                                  invalid_utf8 policy = invalid_utf8::refuse,
                                  size_t piece = size_t{1} << 20) {
  return {std::make_unique<string_reader>(std::move(bytes), piece), "input", policy, sizes};
}

/// All records as JSON Lines, or those of the pages before an error and then its message.
template <class Reader>
std::string records_of(Reader& reader, size_t max_rows = 1000) {
  std::string result;
  for (;;) {
    page_builder builder;
    auto more = reader.fill(builder, max_rows);
    if (!more) {
      return result + render(more.error());
    }
    auto rows = builder.finish();
    for (const auto& row : rows.rows()) {
      append_json(result, row);
      result += '\n';
    }
    if (!*more) {
      return result;
    }
  }
}

} // namespace faucet
