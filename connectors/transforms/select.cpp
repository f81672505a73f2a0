#include "connectors/transforms/select.hpp"

#include "connectors/transforms/name_list.hpp"
#include "connectors/transforms/shape_transform.hpp"

namespace faucet {

namespace {

struct select_options {
  std::vector<std::string> fields;
};

void fields(option_visitor& v, select_options& x) {
  v.field("fields", x.fields, required, "Top-level fields to keep, in this order; none leaves {}.");
}

class select final : public shape_transform {
public:
  explicit select(select_options options) : fields_(distinct(std::move(options.fields))) {
    // nop
  }

protected:
  expected<void> plan(const shape& from, cell_moves_builder& moves) override {
    for (const auto& name : fields_) {
      if (auto at = from.find(name); at != shape::npos) {
        moves.take(name, at);
      }
    }
    return {};
  }

private:
  std::vector<std::string> fields_;
};

} // namespace

transform_descriptor select_transform() {
  return describe_transform<select, select_options>("select",
                                                    "Keeps only the listed top-level fields.");
}

} // namespace faucet
