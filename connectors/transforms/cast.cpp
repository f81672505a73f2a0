#include "connectors/transforms/cast.hpp"

#include "connectors/transforms/cast_cell.hpp"
#include "connectors/transforms/field_edits.hpp"
#include "connectors/transforms/value_excerpt.hpp"

namespace faucet {

namespace {

enum class bad_value { error, null, skip };

constexpr std::array<enum_name<bad_value>, 3> enum_names(bad_value) {
  return {{{"error", bad_value::error}, {"null", bad_value::null}, {"skip", bad_value::skip}}};
}

struct cast_options {
  named<cast_type> fields;
  bad_value on_error;
};

void fields(option_visitor& v, cast_options& x) {
  v.field(
    "fields", x.fields, required,
    "The type of each top-level field. bool takes true, yes, y, 1 and false, no, n, 0 in any case; "
    "timestamp takes RFC 3339, with a time and an offset.");
  v.field("on_error", x.on_error, bad_value::error,
          "A value that is not of the type ends the run, becomes null, or stays as it is (skip).");
}

std::vector<std::string> names_of(const named<cast_type>& fields) {
  std::vector<std::string> result;
  for (const auto& [name, type] : fields) {
    result.push_back(name);
  }
  return result;
}

std::string_view name_of(cast_type type) noexcept {
  for (const auto& [name, candidate] : enum_names(type)) {
    if (candidate == type) {
      return name;
    }
  }
  return {};
}

class cast final : public transform {
public:
  explicit cast(const cast_options& options)
    : fields_(names_of(options.fields)), on_error_(options.on_error) {
    for (const auto& [name, type] : options.fields) {
      types_.push_back(type);
    }
  }

  expected<page> apply(page_cursor& input) override {
    return edit_fields(out_, input, fields_, [this](size_t index, value& cell, page_builder& out) {
      return convert(types_[index], cell, out);
    });
  }

private:
  expected<void> convert(cast_type type, value& cell, page_builder& out) const {
    if (cell.is_null()) {
      return {};
    }
    if (auto converted = cast_cell(cell, type, out)) {
      cell = *converted;
    } else if (on_error_ == bad_value::null) {
      cell = {};
    } else if (on_error_ == bad_value::error) {
      return fail(ec::transform_failed,
                  "cannot cast " + excerpt(cell) + " to " + std::string{name_of(type)});
    }
    return {};
  }

  present_fields fields_;
  std::vector<cast_type> types_; // one a field
  bad_value on_error_;
  page_builder out_;
};

} // namespace

transform_descriptor cast_transform() {
  return describe_transform<cast, cast_options>("cast", "Converts fields to a type.");
}

} // namespace faucet
