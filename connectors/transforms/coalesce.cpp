#include "connectors/transforms/coalesce.hpp"

#include "config/to_value.hpp"
#include "connectors/config_error.hpp"
#include "connectors/transforms/field_writer.hpp"
#include "connectors/transforms/record_mapping.hpp"

namespace faucet {

namespace {

struct coalesce_options {
  std::string field;
  std::optional<node> fallback;
  std::vector<std::string> from;
  bool treat_empty_string_as_null;
};

void fields(option_visitor& v, coalesce_options& x) {
  v.field("field", x.field, required, "Field to fill where it is missing or null.");
  v.field("default", x.fallback, "The value to fill it with. Either this or `from`.");
  v.field("from", x.from, std::vector<std::string>{},
          "Fields to fill it from: the first that is there and not null.");
  v.field("treat_empty_string_as_null", x.treat_empty_string_as_null, false,
          "An empty string counts as null, in `field` and in `from`.");
}

expected<void> check(const coalesce_options& x, const node& config) {
  if (x.fallback && !x.from.empty()) {
    return config_error(config, "from", "coalesce takes either default or from, not both");
  }
  if (!x.fallback && x.from.empty()) {
    return config_error(config, "from",
                        "coalesce needs exactly one of default (not null) and from (not empty)");
  }
  return {};
}

class coalesce final : public transform {
public:
  explicit coalesce(coalesce_options options)
    : options_(std::move(options)), writer_({options_.field}) {
    if (options_.fallback) {
      page_builder memory;
      memory.add(to_value(*options_.fallback, memory));
      constant_ = memory.finish();
    }
  }

  expected<page> apply(page_cursor& input) override {
    out_.keep(constant_);
    return map_records(out_, input,
                       [this](object_view record, page_builder& out) -> expected<void> {
                         fill(record, out);
                         return {};
                       });
  }

private:
  void fill(object_view record, page_builder& out) {
    const auto* found = is_absent(record.find(options_.field)) ? substitute(record) : nullptr;
    if (found == nullptr) {
      out.add(value::of_object(record));
      return;
    }
    auto draft = writer_.copy(record, out);
    draft.cells[draft.at[0]] = *found;
    out.add(draft.row);
  }

  [[nodiscard]] const value* substitute(object_view record) const noexcept {
    if (!constant_.empty()) {
      return &constant_.rows().front();
    }
    for (const auto& name : options_.from) {
      if (const auto* found = record.find(name); !is_absent(found)) {
        return found;
      }
    }
    return nullptr;
  }

  [[nodiscard]] bool is_absent(const value* x) const noexcept {
    return x == nullptr || x->is_null()
           || (options_.treat_empty_string_as_null && x->is_string() && x->as_text().empty());
  }

  coalesce_options options_;
  field_writer writer_;
  page constant_; // one row, where there is a default
  page_builder out_;
};

} // namespace

transform_descriptor coalesce_transform() {
  return describe_transform<coalesce, coalesce_options>(
    "coalesce", "Fills a field that is missing or null from a default or from other fields.");
}

} // namespace faucet
