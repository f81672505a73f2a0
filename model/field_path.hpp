#pragma once

#include "model/error.hpp"
#include "model/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Names one value in a record: a field ("id"), a dot path ("fields.updated", which a top-level
/// field of that very name precedes) or a JSON Pointer ("/a.b/c"). A number among the segments
/// counts list items; objects are entered by name only.
class field_path {
public:
  /// A blank path, an empty segment of a dot path and a bad escape of a pointer are errors, with an
  /// empty `which`.
  static expected<field_path> parse(std::string_view text);

  /// As it was written.
  [[nodiscard]] const std::string& text() const noexcept {
    return text_;
  }

  /// The value at the path; nullptr where a part of the path is missing. A null that is there is
  /// found.
  [[nodiscard]] const value* resolve(const value& record) const noexcept;

private:
  std::string text_;
  std::vector<std::string> segments_;
  bool literal_first_ = false;
};

/// One step down: a field of an object, or an item of a list counted from 0. nullptr where there is
/// none.
const value* enter(const value& from, std::string_view segment) noexcept;

} // namespace faucet
