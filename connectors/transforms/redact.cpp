#include "connectors/transforms/redact.hpp"

#include "connectors/transforms/shape_transform.hpp"

#include <unordered_set>

namespace faucet {

namespace {

struct redact_options {
  std::vector<std::string> fields;
  node mask;
};

void fields(option_visitor& v, redact_options& x) {
  v.field("fields", x.fields, required, "Top-level fields to mask.");
  v.field("mask", x.mask, node{std::string{"***"}},
          "What stands in their place: any JSON; *** unless set.");
}

class redact final : public shape_transform {
public:
  explicit redact(const redact_options& options)
    : masked_(options.fields.begin(), options.fields.end()), mask_(keep_constant(options.mask)) {
    // nop
  }

protected:
  expected<void> plan(const shape& from, cell_moves_builder& moves) override {
    for (size_t i = 0; i < from.size(); ++i) {
      if (masked_.contains(from.names()[i])) {
        moves.put(from.name(i), mask_);
      } else {
        moves.take(from.name(i), i);
      }
    }
    return {};
  }

private:
  std::unordered_set<std::string> masked_;
  value mask_;
};

} // namespace

transform_descriptor redact_transform() {
  return describe_transform<redact, redact_options>(
    "redact", "Replaces the values of the listed fields by a mask.");
}

} // namespace faucet
