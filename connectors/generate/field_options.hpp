#pragma once

#include "config/options.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

enum class field_kind {
  sequence,
  integer,
  floating,
  decimal,
  boolean,
  string,
  choice,
  timestamp,
  uuid,
  constant,
  object,
};

constexpr std::array<enum_name<field_kind>, 11> enum_names(field_kind) {
  return {{{"sequence", field_kind::sequence},
           {"int", field_kind::integer},
           {"float", field_kind::floating},
           {"decimal", field_kind::decimal},
           {"bool", field_kind::boolean},
           {"string", field_kind::string},
           {"choice", field_kind::choice},
           {"timestamp", field_kind::timestamp},
           {"uuid", field_kind::uuid},
           {"constant", field_kind::constant},
           {"object", field_kind::object}}};
}

/// How the values of one generated field are made. Which options there are besides `null_ratio`
/// depends on the kind.
struct field_options {
  // Out of line: fields hold fields, and clang asks for these before a list of them is complete.
  field_options();
  field_options(const field_options&);
  field_options(field_options&&) noexcept;
  field_options& operator=(const field_options&);
  field_options& operator=(field_options&&) noexcept;
  ~field_options();

  field_kind kind = field_kind::sequence;
  std::optional<node> start;
  std::optional<int64_t> step_secs;
  std::optional<node> min;
  std::optional<node> max;
  std::optional<uint32_t> scale;
  std::optional<uint32_t> length;
  std::optional<std::vector<node>> values;
  std::optional<node> value;
  named<field_options> fields;
  double null_ratio = 0;
};

void fields(option_visitor& v, field_options& x);

} // namespace faucet
