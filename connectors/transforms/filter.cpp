#include "connectors/transforms/filter.hpp"

#include "config/to_value.hpp"
#include "connectors/config_error.hpp"
#include "connectors/transforms/json_path.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "model/number_order.hpp"

#include <array>
#include <unordered_set>

namespace faucet {

namespace {

enum class test { eq, ne, exists, in, not_in };

constexpr std::array<enum_name<test>, 5> enum_names(test) {
  return {{{"eq", test::eq},
           {"ne", test::ne},
           {"exists", test::exists},
           {"in", test::in},
           {"not_in", test::not_in}}};
}

struct filter_options {
  std::string path;
  test op;
  std::optional<node> value;
};

void fields(option_visitor& v, filter_options& x) {
  v.field("path", x.path, required,
          "Where the value is: a field, `a.b`, `$.a.b`, `$['a.b']` or `a[0]`.");
  v.field("op", x.op, required,
          "`eq` and `in` keep records whose value equals `value` or one of it, `ne` and `not_in` "
          "the others, also those without the path; `exists` those with a value that is not null.");
  v.field("value", x.value, "What to compare with; a list for `in` and `not_in`.");
}

bool takes_list(test op) {
  return op == test::in || op == test::not_in;
}

expected<void> check(const filter_options& x, const node& config) {
  if (auto path = json_path::parse(x.path); !path) {
    return config_error(config, "path", std::move(path).error().what);
  }
  if (x.op == test::exists && x.value) {
    return config_error(config, "value", "filter: op exists takes no value");
  }
  if (x.op != test::exists && !x.value) {
    return config_error(config, "value", "filter: this op needs a value that is not null");
  }
  if (takes_list(x.op) && x.value->list() == nullptr) {
    return config_error(config, "value", "filter: the ops in and not_in need a list as value");
  }
  return {};
}

class filter final : public transform {
public:
  explicit filter(filter_options options)
    : path_(*json_path::parse(options.path)), op_(options.op) {
    page_builder memory;
    if (options.value) {
      memory.add(to_value(*options.value, memory));
    }
    wanted_page_ = memory.finish();
    if (takes_list(op_)) {
      auto items = wanted_page_.rows().front().as_list();
      wanted_.insert(items.begin(), items.end());
    }
  }

  expected<page> apply(page_cursor& input) override {
    return map_rows(out_, input, [this](const value& row, page_builder& out) -> expected<void> {
      if (passes(path_.resolve(row))) {
        out.add(row);
      }
      return {};
    });
  }

private:
  struct hash {
    size_t operator()(const value& x) const noexcept {
      return hash_value(x);
    }
  };

  struct equal {
    bool operator()(const value& lhs, const value& rhs) const noexcept {
      return equal_values(lhs, rhs);
    }
  };

  [[nodiscard]] bool passes(const value* found) const noexcept {
    switch (op_) {
      case test::exists:
        return found != nullptr && !found->is_null();
      case test::eq:
        return found != nullptr && equal_values(*found, wanted_page_.rows().front());
      case test::ne:
        return found == nullptr || !equal_values(*found, wanted_page_.rows().front());
      case test::in:
        return found != nullptr && wanted_.contains(*found);
      case test::not_in:
        return found == nullptr || !wanted_.contains(*found);
    }
    return false;
  }

  json_path path_;
  test op_;
  page wanted_page_; // one row: the configured value
  std::unordered_set<value, hash, equal> wanted_;
  page_builder out_;
};

} // namespace

transform_descriptor filter_transform() {
  return describe_transform<filter, filter_options>(
    "filter", "Keeps the records whose value at a path passes a test.");
}

} // namespace faucet
