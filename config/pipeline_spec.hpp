#pragma once

#include "config/component_spec.hpp"
#include "config/dlq_spec.hpp"
#include "config/matrix_row.hpp"
#include "config/params.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

// What a pipeline file says, as structs. Each declares its keys once; loading, the JSON Schema and
// the reference page follow. What a `config:` holds is read by the connector that `type:` names.

struct source_spec {
  node type;
  node config;
  std::vector<component_spec> transforms;
  bool inherit_transforms = true;
  std::optional<tier> status;
  std::vector<std::string> tags;
  named<node> attributes;
};

void fields(option_visitor& v, source_spec& x);

struct sink_spec {
  node type;
  node config;
  std::optional<tier> status;
  std::vector<std::string> tags;
  named<node> attributes;
};

void fields(option_visitor& v, sink_spec& x);

/// The single `source:` and `sink:` are those that rows take when they name none.
struct pipeline_block {
  std::optional<source_spec> source;
  named<source_spec> sources;
  std::vector<component_spec> transforms;
  std::optional<sink_spec> sink;
  named<sink_spec> sinks;
  std::optional<component_spec> state;
  std::optional<dlq_spec> dlq;
  position where;
};

void fields(option_visitor& v, pipeline_block& x);

enum class error_policy { carry_on, stop };

std::span<const enum_name<error_policy>> enum_names(error_policy);

enum class dispatch_order { declared, longest_first };

std::span<const enum_name<dispatch_order>> enum_names(dispatch_order);

struct execution_spec {
  std::optional<uint32_t> max_concurrent; ///< absent: as many as the machine has cores, at most 8
  error_policy on_error = error_policy::carry_on;
  dispatch_order schedule = dispatch_order::declared;
  std::optional<named<node>> adaptive_batch_size; ///< off, or the file is refused
};

void fields(option_visitor& v, execution_spec& x);

/// Which of the rows that others wait for a selection takes in by itself.
enum class parent_policy { off, eligible, all };

std::span<const enum_name<parent_policy>> enum_names(parent_policy);

std::string_view name_of(parent_policy x);

struct selection_spec {
  parent_policy include_parents = parent_policy::off;
};

void fields(option_visitor& v, selection_spec& x);

/// What a file is. Other kinds of the grammar are no pipelines.
enum class file_kind { pipeline };

std::span<const enum_name<file_kind>> enum_names(file_kind);

/// A whole pipeline file.
struct pipeline_spec {
  file_kind kind = file_kind::pipeline;
  node requires_faucet; ///< met, or the file is refused
  int64_t version = 1;
  std::string name;
  named<node> vars;
  named<param_spec> params;
  named<node> auth; ///< empty, or the file is refused
  pipeline_block pipeline;
  std::vector<matrix_row> matrix; ///< empty: the pipeline is its only row; see expand_rows
  execution_spec execution;
  selection_spec selection;
};

void fields(option_visitor& v, pipeline_spec& x);

} // namespace faucet
