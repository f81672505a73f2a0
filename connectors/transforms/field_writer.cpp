#include "connectors/transforms/field_writer.hpp"

#include "connectors/transforms/object_copy.hpp"

#include <algorithm>

namespace faucet {

field_writer::field_writer(std::vector<std::string> names) : names_(std::move(names)) {
  // nop
}

field_writer::draft field_writer::copy(object_view record, page_builder& out) {
  const auto& known = **plans_.find(record.fields(), [this](auto& x) { return make_plan(x); });
  if (!known.extended) {
    auto [row, cells] = copy_object(record, out);
    return {row, cells, known.at};
  }
  auto [row, cells] = out.object(known.extended);
  std::ranges::copy(record.cells(), cells.begin());
  return {row, cells, known.at};
}

field_writer::plan field_writer::make_plan(const shape& fields) {
  plan result;
  std::vector<std::string_view> all{fields.names().begin(), fields.names().end()};
  for (const auto& name : names_) {
    auto found = fields.find(name);
    result.at.push_back(static_cast<uint32_t>(found == shape::npos ? all.size() : found));
    if (found == shape::npos) {
      all.push_back(name);
    }
  }
  if (all.size() > fields.size()) {
    result.extended = shapes_.intern(all);
  }
  return result;
}

} // namespace faucet
