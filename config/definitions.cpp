#include "config/definitions.hpp"

#include "config/option_type.hpp"
#include "config/scalar_text.hpp"

namespace faucet {

namespace {

/// The named ones and the single one; what is of a wrong type is found later.
node connectors(const node* pipeline, std::string_view single, std::string_view several) {
  node::map_type result;
  if (const auto* block = pipeline == nullptr ? nullptr : pipeline->find(several);
      block != nullptr && block->map() != nullptr) {
    result = *block->map();
  }
  if (const auto* block = pipeline == nullptr ? nullptr : pipeline->find(single)) {
    result.push_back({"default", *block, block->where()});
  }
  return node{std::move(result)};
}

std::vector<std::string> ids_of(const node* matrix) {
  std::vector<std::string> result;
  if (matrix == nullptr || matrix->list() == nullptr) {
    return result;
  }
  for (const auto& row : *matrix->list()) {
    const auto* id = row.find("id");
    auto text = id != nullptr && !id->is_null() ? scalar_text(*id) : std::nullopt;
    result.push_back(text.value_or("row-" + std::to_string(result.size())));
  }
  return result;
}

} // namespace

expected<definitions> definitions::of(const node& document) {
  definitions result;
  if (const auto* vars = document.find("vars"); vars != nullptr && !vars->is_null()) {
    if (vars->map() == nullptr) {
      return detail::wrong_type(*vars, "vars", "a map");
    }
    result.vars = *vars;
  }
  const auto* pipeline = document.find("pipeline");
  result.sources = connectors(pipeline, "source", "sources");
  result.sinks = connectors(pipeline, "sink", "sinks");
  result.rows = ids_of(document.find("matrix"));
  return result;
}

} // namespace faucet
