#pragma once

#include "model/byte_buffer.hpp"
#include "model/value.hpp"

#include <string>
#include <vector>

namespace faucet {

/// Writes values as compact JSON. Numbers keep their digits, text its bytes: only quote, backslash
/// and control characters are escaped; bytes become base64. Prepares the keys of a shape once and
/// remembers a bounded number of shapes, so keep one writer for many values.
class json_writer {
public:
  void append(byte_buffer& out, const value& x);

  /// Every row and a line feed behind it.
  void append_lines(byte_buffer& out, std::span<const value> rows);

private:
  /// The keys of a shape as they stand in the output: `{"a":` `,"b":` …
  struct prepared_keys {
    uint64_t shape_id = 0;
    std::string text;
    std::vector<uint32_t> ends; ///< where each key ends in `text`
  };

  const prepared_keys& keys_of(const shape& fields);
  void append_object(byte_buffer& out, object_view x);

  std::vector<prepared_keys> prepared_; ///< by shape id; a later shape takes an earlier one's place
};

/// The compact form of one value; see json_writer.
void append_json(std::string& out, const value& x);

/// The form for people: two spaces a level, one element a line.
void append_indented_json(byte_buffer& out, const value& x, size_t level = 0);

} // namespace faucet
