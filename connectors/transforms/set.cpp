#include "connectors/transforms/set.hpp"

#include "connectors/transforms/shape_transform.hpp"

namespace faucet {

namespace {

struct set_options {
  named<node> values;
};

void fields(option_visitor& v, set_options& x) {
  v.field("values", x.values, required, "Fields to set, each with its value: any JSON.");
}

class set_fields final : public shape_transform {
public:
  explicit set_fields(const set_options& options) {
    std::vector<std::string> names;
    for (const auto& [name, configured] : options.values) {
      names.push_back(name);
      cells_.push_back(keep_constant(configured));
    }
    names_ = make_shape(std::move(names));
  }

protected:
  expected<void> plan(const shape& from, cell_moves_builder& moves) override {
    for (size_t i = 0; i < from.size(); ++i) {
      if (auto at = names_->find(from.name(i)); at != shape::npos) {
        moves.put(from.name(i), cells_[at]);
      } else {
        moves.take(from.name(i), i);
      }
    }
    for (size_t at = 0; at < names_->size(); ++at) {
      if (from.find(names_->name(at)) == shape::npos) {
        moves.put(names_->name(at), cells_[at]);
      }
    }
    return {};
  }

private:
  shape_ptr names_;
  std::vector<value> cells_; // one a name
};

} // namespace

transform_descriptor set_transform() {
  return describe_transform<set_fields, set_options>("set", "Sets fields to constant values.");
}

} // namespace faucet
