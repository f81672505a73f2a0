#include "connectors/transform_chain.hpp"

namespace faucet {

transform_chain::transform_chain(std::vector<transform_stage> stages) : stages_(std::move(stages)) {
  // nop
}

expected<void> transform_chain::open(const driver_context& context) {
  for (auto& stage : stages_) {
    if (auto opened = stage.driver->open(context); !opened) {
      return opened;
    }
  }
  return {};
}

void transform_chain::feed(page rows) {
  under_way_.clear();
  under_way_.push_back({0, page_cursor{std::move(rows), stages_.front().records + 1}});
}

expected<page> transform_chain::next() {
  for (;;) {
    auto& furthest = under_way_.back();
    auto stage = furthest.stage;
    auto before = furthest.input.record_number();
    auto piece = stages_[stage].driver->apply(furthest.input);
    if (!piece) {
      under_way_.clear();
      return piece;
    }
    stages_[stage].records += furthest.input.record_number() - before;
    if (furthest.input.at_end()) {
      under_way_.pop_back();
    }
    if (stage + 1 == stages_.size()) {
      return piece;
    }
    under_way_.push_back(
      {stage + 1, page_cursor{std::move(*piece), stages_[stage + 1].records + 1}});
  }
}

} // namespace faucet
