#pragma once

#include "config/matrix_text.hpp"
#include "connectors/driver.hpp"

#include <string>
#include <vector>

namespace faucet {

/// Where the records of generated rows go.
struct row_target {
  std::string source_ref;  ///< empty for the pipeline's own
  std::string sink_ref;    ///< empty for the pipeline's own
  std::string option;      ///< "path" or "table_name"; empty where rows share the target
  std::string configured;  ///< what the file says of it, uninterpolated
  bool keep_apart = false; ///< source and sink are one database: tables need names of their own
};

/// A data set with what a row changes to read and to write it.
struct dataset_row {
  dataset origin;
  std::string id;
  std::vector<std::string> former_ids; ///< of releases that named rows in another way
  std::string target;                  ///< value of the target's option; may be empty
};

/// The name of a dataset as the id of a row: itself where it may be one, else its characters that
/// may stand there and a hash.
std::string row_id_of(const std::string& dataset_name);

/// Rows that write different targets.
std::vector<dataset_row> rows_of(std::vector<dataset> datasets, const row_target& target);

/// A row as it stands in a matrix.
generated_row to_matrix_row(const dataset_row& x, const row_target& target);

/// True where a name matches a pattern in which `*` stands for any characters.
bool matches(std::string_view pattern, std::string_view name);

} // namespace faucet
