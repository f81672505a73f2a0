#pragma once

#include "config/options.hpp"
#include "connectors/sql/column_mapping.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

enum class write_mode {
  append,
  upsert, ///< insert, or update the row of that key
  remove, ///< delete the row of that key
  overwrite,
};

constexpr std::array<enum_name<write_mode>, 4> enum_names(write_mode) {
  return {{{"append", write_mode::append},
           {"upsert", write_mode::upsert},
           {"delete", write_mode::remove},
           {"overwrite", write_mode::overwrite}}};
}

/// What happens to a field that the table has no column for.
enum class unknown_column { warn, error };

constexpr std::array<enum_name<unknown_column>, 2> enum_names(unknown_column) {
  return {{{"warn", unknown_column::warn}, {"error", unknown_column::error}}};
}

/// Which records of an upsert are deletes: those whose field has, as text, one of the values.
struct delete_marker {
  std::string field;
  std::vector<std::string> values;
};

void fields(option_visitor& v, delete_marker& x);

/// What a SQL sink does with records, as all of them spell it.
struct write_options {
  write_mode mode = write_mode::append;
  std::vector<std::string> key;
  std::optional<delete_marker> marker;
  unknown_column on_unknown = unknown_column::warn;

  /// True for the modes that find rows by their key.
  [[nodiscard]] bool keyed() const noexcept {
    return mode == write_mode::upsert || mode == write_mode::remove;
  }
};

void fields(option_visitor& v, write_options& x);

/// What the types of the options do not say. Names the option at fault and its line.
expected<void> check(const write_options& x, const column_mapping& mapping, const node& config);

} // namespace faucet
