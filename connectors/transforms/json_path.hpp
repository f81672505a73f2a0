#pragma once

#include "model/error.hpp"
#include "model/value.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace faucet {

/// The part of JSONPath that leads to a single value: `$.a.b`, `a.b`, `$['a.b']`, `a["b"][0]`. The
/// leading `$` may be left out.
class json_path {
public:
  /// Also accepts what names the whole record: `$` and nothing at all.
  static expected<json_path> parse_or_root(std::string_view text);

  /// Wildcards, slices, `..` and paths that name no field are errors; their `which` is empty.
  static expected<json_path> parse(std::string_view text);

  /// As it was written.
  [[nodiscard]] const std::string& text() const noexcept {
    return text_;
  }

  /// A field's name or a list's index.
  using step = std::variant<std::string, size_t>;

  [[nodiscard]] const std::vector<step>& steps() const noexcept {
    return steps_;
  }

  /// The value at the path; nullptr where a part of the path is missing. A null that is there is
  /// found.
  [[nodiscard]] const value* resolve(const value& from) const noexcept;

private:
  std::string text_;
  std::vector<step> steps_;
};

} // namespace faucet
