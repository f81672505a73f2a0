#include "connectors/transforms/drop.hpp"

#include "connectors/transforms/shape_transform.hpp"

#include <unordered_set>

namespace faucet {

namespace {

struct drop_options {
  std::vector<std::string> fields;
};

void fields(option_visitor& v, drop_options& x) {
  v.field("fields", x.fields, required, "Top-level fields to remove.");
}

class drop final : public shape_transform {
public:
  explicit drop(const drop_options& options)
    : dropped_(options.fields.begin(), options.fields.end()) {
    // nop
  }

protected:
  expected<void> plan(const shape& from, cell_moves_builder& moves) override {
    for (size_t i = 0; i < from.size(); ++i) {
      if (!dropped_.contains(from.names()[i])) {
        moves.take(from.name(i), i);
      }
    }
    return {};
  }

private:
  std::unordered_set<std::string> dropped_;
};

} // namespace

transform_descriptor drop_transform() {
  return describe_transform<drop, drop_options>("drop", "Removes the listed top-level fields.");
}

} // namespace faucet
