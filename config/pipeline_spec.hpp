#pragma once

#include "config/options.hpp"
#include "config/params.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

// What a pipeline file says, as structs. Each declares its keys once; loading, the JSON Schema and
// the reference page follow. What a `config:` holds is read by the connector that `type:` names.

/// A transform or a state store.
struct component_spec {
  node type;
  node config;
};

void fields(option_visitor& v, component_spec& x);

/// How far a source or a sink is trusted.
enum class tier { mandatory, active, available, draft, archived };

std::span<const enum_name<tier>> enum_names(tier);

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

struct pipeline_block {
  source_spec source;
  std::vector<component_spec> transforms;
  sink_spec sink;
  std::optional<component_spec> state;
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
};

void fields(option_visitor& v, execution_spec& x);

/// A whole pipeline file.
struct pipeline_spec {
  int64_t version = 1;
  std::string name;
  named<node> vars;
  named<param_spec> params;
  pipeline_block pipeline;
  execution_spec execution;
};

void fields(option_visitor& v, pipeline_spec& x);

/// The transforms a record passes, in order: the pipeline's, then the source's own.
std::vector<component_spec> effective_transforms(const pipeline_block& x);

} // namespace faucet
