#include "connectors/transforms/rename_field.hpp"

#include "connectors/transforms/key_collision.hpp"
#include "connectors/transforms/shape_transform.hpp"

#include <unordered_map>

namespace faucet {

namespace {

struct rename_field_options {
  named<std::string> fields;
};

void fields(option_visitor& v, rename_field_options& x) {
  v.field("fields", x.fields, required, "The new name of each top-level field, by its old name.");
}

class rename_field final : public shape_transform {
public:
  explicit rename_field(const rename_field_options& options)
    : new_names_(options.fields.begin(), options.fields.end()) {
    // nop
  }

protected:
  expected<void> plan(const shape& from, cell_moves_builder& moves) override {
    std::vector<std::string_view> names;
    for (size_t i = 0; i < from.size(); ++i) {
      auto found = new_names_.find(from.names()[i]);
      names.push_back(found == new_names_.end() ? from.name(i) : std::string_view{found->second});
      moves.take(names.back(), i);
    }
    return refuse_collisions(from, names);
  }

private:
  std::unordered_map<std::string, std::string> new_names_;
};

} // namespace

transform_descriptor rename_field_transform() {
  return describe_transform<rename_field, rename_field_options>(
    "rename_field", "Gives top-level fields other names, all at once.");
}

} // namespace faucet
