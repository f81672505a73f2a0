#pragma once

#include "config/options.hpp"

#include <string>

namespace faucet {

/// How a SQL sink lays records out: one column a field (`auto_map`), or each record as a whole as
/// JSON in one column.
struct column_mapping {
  std::string document_column; ///< empty = one column a field

  [[nodiscard]] bool auto_map() const noexcept {
    return document_column.empty();
  }
};

/// `auto_map` or `json: {column: data}`.
struct json_mapping : column_mapping {};

/// `auto_map` or `jsonb: {column: data}`.
struct jsonb_mapping : column_mapping {};

namespace detail {

expected<void> read_mapping(const node& from, std::string_view key, std::string_view form,
                            column_mapping& into);

template <class Mapping>
struct mapping_option_type {
  static type_schema describe() {
    return {};
  }

  static std::string to_json(const Mapping&) {
    return {};
  }
};

} // namespace detail

template <>
struct option_type<json_mapping> : detail::mapping_option_type<json_mapping> {
  static expected<void> read(const node& from, std::string_view key, json_mapping& into) {
    return detail::read_mapping(from, key, "json", into);
  }
};

template <>
struct option_type<jsonb_mapping> : detail::mapping_option_type<jsonb_mapping> {
  static expected<void> read(const node& from, std::string_view key, jsonb_mapping& into) {
    return detail::read_mapping(from, key, "jsonb", into);
  }
};

} // namespace faucet
