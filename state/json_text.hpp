#pragma once

#include "config/node.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// Writes one JSON object, field by field.
class json_object_writer {
public:
  json_object_writer& text(std::string_view name, std::string_view utf8);
  /// null where the text is empty.
  json_object_writer& text_or_null(std::string_view name, std::string_view utf8);
  json_object_writer& number(std::string_view name, uint64_t x);
  json_object_writer& boolean(std::string_view name, bool x);
  /// A value that is JSON already.
  json_object_writer& json(std::string_view name, std::string_view json);
  std::string finish() &&;

private:
  std::string text_ = "{";
};

/// JSON text of a tree, every digit as it was.
std::string json_of(const node& x);

/// JSON text of a string.
std::string json_of(std::string_view utf8);

/// "[a,b]" of what `each` makes of the elements, which is JSON.
template <class Elements, class Each>
std::string json_list(const Elements& elements, Each each) {
  std::string result = "[";
  for (const auto& x : elements) {
    result += result.size() > 1 ? "," : "";
    result += each(x);
  }
  return result + "]";
}

/// The text of a map's field; nothing where there is none.
std::optional<std::string> text_field(const node& map, std::string_view name);

/// A whole number in a map's field that fits; nothing where there is none.
std::optional<uint64_t> number_field(const node& map, std::string_view name);

} // namespace faucet
