#pragma once

#include "config/options.hpp"
#include "model/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faucet {

enum class param_type { string, integer, number, boolean };

std::span<const enum_name<param_type>> enum_names(param_type);

/// One entry of the `params:` block.
struct param_spec {
  param_type type = param_type::string;
  bool is_required = false;
  std::optional<node> fallback; ///< may hold references
  bool secret = false;
  std::optional<std::string> description;
};

void fields(option_visitor& v, param_spec& x);

using given_params = std::vector<std::pair<std::string, std::string>>;

/// The parameters a document declares and what was given for them.
class parameters {
public:
  struct entry {
    std::string name;
    param_spec spec;
    std::optional<node> given; ///< typed
  };

  /// None declared.
  parameters() = default;

  /// Refused, each by name: a parameter that nobody declared, one given twice, text that does not
  /// parse as the declared type, and a required one that is missing. With `placeholders` and
  /// nothing given at all, required ones take a value of the shape of their type instead.
  static expected<parameters> bind(const node* block, const given_params& given, bool placeholders);

  [[nodiscard]] const std::vector<entry>& entries() const noexcept {
    return entries_;
  }

  /// An undeclared name is an error that names the nearest declared one.
  [[nodiscard]] expected<const entry*> find(std::string_view name) const;

private:
  std::vector<entry> entries_;
};

/// `x` as a value of the declared type; text that parses as the type is taken. The result is secret
/// where the parameter is.
expected<node> typed_param(const parameters::entry& declared, const node& x);

} // namespace faucet
