#pragma once

#include "config/options.hpp"
#include "connectors/formats/csv_cells.hpp"
#include "connectors/formats/record_writer.hpp"
#include "model/shape_cache.hpp"

#include <array>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

namespace faucet {

/// What happens to a field that is not among the columns.
enum class unknown_field { widen, warn, error };

constexpr std::array<enum_name<unknown_field>, 3> enum_names(unknown_field) {
  return {{{"widen", unknown_field::widen},
           {"warn", unknown_field::warn},
           {"error", unknown_field::error}}};
}

/// How a CSV file is written.
struct csv_layout {
  csv_characters characters;
  bool has_headers = true;
  unknown_field on_unknown = unknown_field::warn;
};

/// One row a record. The columns are those of the file that is continued, else all fields of the
/// first page in the order in which they are met. A field that turns up later is dropped with one
/// warning, or ends the run, or becomes a new column of the whole file.
class csv_writer final : public record_writer {
public:
  using warner = std::function<void(std::string)>;

  /// `columns` of the file that is continued; none where there is nothing to continue.
  csv_writer(csv_layout layout, std::vector<std::string> columns, warner warn);

  expected<void> prepare(std::span<const value> rows, byte_writer& file) override;
  expected<void> write(byte_buffer& out, const value& record) override;

private:
  /// The index of each column's cell in a record; shape::npos where it has none.
  using plan = std::vector<size_t>;

  expected<void> add_columns(std::vector<std::string> added, byte_writer& file);
  expected<plan> make_plan(const shape& fields);
  expected<void> drop(std::string_view field);
  void append_header(byte_buffer& out);

  csv_layout layout_;
  csv_cells cells_;
  warner warn_;
  std::vector<std::string> columns_;
  std::unordered_set<std::string> known_;   ///< the columns
  std::unordered_set<std::string> dropped_; ///< fields that were warned of
  shape_cache<plan> plans_;
  bool header_due_ = false;
};

} // namespace faucet
