#pragma once

#include "config/options.hpp"

#include <array>

namespace faucet {

/// What becomes of an event that does not hold the row it is about.
enum class missing_image { fail, drop };

constexpr std::array<enum_name<missing_image>, 2> enum_names(missing_image) {
  return {{{"fail", missing_image::fail}, {"drop", missing_image::drop}}};
}

/// What becomes of an event whose row lacks columns.
enum class partial_row { fail, pass };

constexpr std::array<enum_name<partial_row>, 2> enum_names(partial_row) {
  return {{{"fail", partial_row::fail}, {"pass", partial_row::pass}}};
}

struct cdc_unwrap_options {
  std::string op_field;
  std::string after_field;
  std::string before_field;
  std::string key_field;
  std::string marker_field;
  std::vector<std::string> delete_ops;
  std::vector<std::string> drop_ops;
  missing_image on_missing_image;
  partial_row on_partial_row;
  std::vector<std::string> key;
};

void fields(option_visitor& v, cdc_unwrap_options& x);

expected<void> check(const cdc_unwrap_options& x, const node& config);

} // namespace faucet
