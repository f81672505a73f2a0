#pragma once

#include "connectors/formats/record_reader.hpp"
#include "connectors/formats/text_reader.hpp"

namespace faucet {

/// Reads a whole file as one record {path, content}. More than `max_whole` bytes are refused.
class raw_text_reader final : public record_reader {
public:
  raw_text_reader(text_reader text, size_t max_whole);

  expected<bool> fill(page_builder& into, size_t max_rows) override;

private:
  text_reader text_;
  size_t max_whole_;
  shape_ptr fields_;
};

} // namespace faucet
