#include "connectors/transforms/cross_join.hpp"

#include "connectors/config_error.hpp"
#include "connectors/transforms/cross_join_plan.hpp"
#include "connectors/transforms/name_list.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "connectors/transforms/value_excerpt.hpp"

#include <array>

namespace faucet {

namespace {

enum class empty_list { skip, one_row };

constexpr std::array<enum_name<empty_list>, 2> enum_names(empty_list) {
  return {{{"skip", empty_list::skip}, {"one_row", empty_list::one_row}}};
}

struct cross_join_options : cross_join_columns {
  empty_list on_empty;
  uint64_t max_product;
};

void fields(option_visitor& v, cross_join_options& x) {
  v.field("arrays", x.arrays, required, "The list fields to combine, two or more.");
  v.field("prefix", x.prefix, false,
          "Put the list's name and _ before the fields of its elements.");
  v.field("keep_parent", x.keep_parent, true, "Keep the record's other fields.");
  v.field(
    "on_empty", x.on_empty, empty_list::skip,
    "A record with an empty or missing list gives no result, or the list counts as one null.");
  v.field("drop_arrays", x.drop_arrays, true, "Leave the lists themselves out of the results.");
  v.field("max_product", x.max_product, 10000, "The most results one record may give.");
}

expected<void> check(const cross_join_options& x, const node& config) {
  if (x.arrays.size() < 2) {
    return config_error(config, "arrays",
                        "cross_join: arrays must name at least two fields; explode takes one");
  }
  if (distinct(x.arrays).size() != x.arrays.size()) {
    return config_error(config, "arrays", "cross_join: arrays names a field twice");
  }
  if (x.max_product == 0) {
    return config_error(config, "max_product", "cross_join: max_product must be at least 1");
  }
  return {};
}

class cross_join final : public transform {
public:
  explicit cross_join(const cross_join_options& options)
    : planner_(static_cast<const cross_join_columns&>(options)), on_empty_(options.on_empty),
      max_product_(options.max_product), lists_(options.arrays.size()), at_(options.arrays.size()),
      chosen_(options.arrays.size()) {
    // nop
  }

  expected<page> apply(page_cursor& input) override {
    return map_records(
      out_, input, [this](object_view record, page_builder& out) { return expand(record, out); });
  }

private:
  expected<void> expand(object_view record, page_builder& out) {
    auto count = collect(record);
    if (!count) {
      return fail(std::move(count));
    }
    std::ranges::fill(at_, 0);
    for (uint64_t done = 0; done < *count; ++done) {
      for (size_t i = 0; i < lists_.size(); ++i) {
        chosen_[i] = lists_[i][at_[i]];
      }
      auto row = planner_.combine(record, chosen_, out);
      if (!row) {
        return fail(std::move(row));
      }
      out.add(*row);
      turn();
    }
    return {};
  }

  /// Finds the lists of a record; the number of results it gives.
  expected<uint64_t> collect(object_view record) {
    static const value nothing;
    uint64_t result = 1;
    auto is_empty = false;
    auto too_many = false;
    for (size_t i = 0; i < lists_.size(); ++i) {
      const auto& name = planner_.columns().arrays[i];
      const auto* found = record.find(name);
      if (found != nullptr && !found->is_list() && !found->is_null()) {
        return fail(ec::transform_failed, "expected a list, found " + excerpt(*found),
                    field_name(name));
      }
      lists_[i] =
        found != nullptr && found->is_list() ? found->as_list() : std::span<const value>{};
      if (lists_[i].empty()) {
        is_empty = true;
        lists_[i] = {&nothing, 1};
      }
      too_many = too_many || lists_[i].size() > max_product_ / result;
      result = too_many ? result : result * lists_[i].size();
    }
    if (is_empty && on_empty_ == empty_list::skip) {
      return 0;
    }
    if (too_many) {
      return fail(ec::transform_failed, "the lists combine to more than "
                                          + std::to_string(max_product_)
                                          + " results (max_product)");
    }
    return result;
  }

  /// On to the next combination.
  void turn() {
    for (auto i = at_.size(); i-- > 0;) {
      if (++at_[i] < lists_[i].size()) {
        return;
      }
      at_[i] = 0;
    }
  }

  cross_join_planner planner_;
  empty_list on_empty_;
  uint64_t max_product_;
  std::vector<std::span<const value>> lists_;
  std::vector<size_t> at_;
  std::vector<value> chosen_;
  page_builder out_;
};

} // namespace

transform_descriptor cross_join_transform() {
  return describe_transform<cross_join, cross_join_options>(
    "cross_join", "Makes a record of each combination of the elements of several lists.");
}

} // namespace faucet
