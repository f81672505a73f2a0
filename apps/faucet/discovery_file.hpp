#pragma once

#include "apps/faucet/dataset_rows.hpp"
#include "apps/faucet/pipeline_flags.hpp"

#include <string>

namespace faucet {

/// A pipeline file: its text, what the text says, and what it means.
struct discovery_file {
  std::string path;
  std::string text;
  node document;
  pipeline_spec spec;
};

/// The matrix that is there counts for nothing: it will be replaced.
expected<discovery_file> read_discovery_file(const pipeline_flags& flags);

/// The source to look behind, and how rows are to be written that read from it.
struct discovery {
  const source_spec* source = nullptr;
  row_target target;
};

/// The source and the sink of these names; without a name the pipeline's own, or the only one.
expected<discovery> choose_ends(const discovery_file& file, const std::string& source,
                                const std::string& sink);

} // namespace faucet
