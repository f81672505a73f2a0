#pragma once

#include "model/json_writer.hpp"
#include "model/shape_cache.hpp"

#include <string>
#include <vector>

namespace faucet {

/// Writes values as compact JSON with the fields of every object sorted by the bytes of their
/// names, so that their order makes no difference. Otherwise like json_writer; keep one for many
/// values.
class canonical_json_writer {
public:
  void append(byte_buffer& out, const value& x);

private:
  /// A field and its name as it stands in the output, with the comma or brace in front of it.
  struct sorted_field {
    size_t index;
    std::string key;
  };

  using sorted_fields = std::vector<sorted_field>;

  void append_object(byte_buffer& out, object_view x);
  static sorted_fields sort(const shape& fields);

  shape_cache<std::shared_ptr<const sorted_fields>> sorted_;
  json_writer scalars_;
};

/// The canonical form of one value.
void append_canonical_json(std::string& out, const value& x);

} // namespace faucet
