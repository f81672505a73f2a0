#pragma once

#include "config/options.hpp"
#include "model/field_path.hpp"

#include <array>
#include <optional>

namespace faucet {

enum class replication_method {
  full_table,  ///< Every run reads all.
  incremental, ///< A run delivers what is newer than the bookmark.
};

constexpr std::array<enum_name<replication_method>, 2> enum_names(replication_method) {
  return {{{"FullTable", replication_method::full_table},
           {"Incremental", replication_method::incremental}}};
}

/// What becomes of a record whose replication key is missing or null.
enum class on_missing_key { keep, drop, fail };

constexpr std::array<enum_name<on_missing_key>, 3> enum_names(on_missing_key) {
  return {{{"keep", on_missing_key::keep},
           {"drop", on_missing_key::drop},
           {"fail", on_missing_key::fail}}};
}

/// The tag of `replication_method: {type: Incremental}`.
struct replication_method_block {
  replication_method type = replication_method::full_table;
};

void fields(option_visitor& v, replication_method_block& x);

/// The options of sources whose records carry their cursor in a field.
struct record_replication {
  replication_method_block method;
  std::optional<std::string> key; ///< a field name, a dot path or a JSON Pointer
  std::optional<node> start;
  on_missing_key missing = on_missing_key::keep;
};

/// Visits the options, which stand among the others of a source.
void replication_fields(option_visitor& v, record_replication& x);

/// Where the cursor is in a record; none where every run reads all, whatever the other options are.
/// A key that is missing or no path is an error at its place in `config`.
expected<std::optional<field_path>> check_replication(const record_replication& x,
                                                      const node& config);

} // namespace faucet
