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
  json_object_writer& number(std::string_view name, uint64_t x);
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

/// The text of a map's field; nothing where there is none.
std::optional<std::string> text_field(const node& map, std::string_view name);

/// A whole number in a map's field that fits; nothing where there is none.
std::optional<uint64_t> number_field(const node& map, std::string_view name);

} // namespace faucet
