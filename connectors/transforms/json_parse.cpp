#include "connectors/transforms/json_parse.hpp"

#include "connectors/config_error.hpp"
#include "connectors/formats/json_parser.hpp"
#include "connectors/transforms/field_writer.hpp"
#include "connectors/transforms/name_list.hpp"
#include "connectors/transforms/object_copy.hpp"
#include "connectors/transforms/present_fields.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "connectors/transforms/value_excerpt.hpp"

#include <array>

namespace faucet {

namespace {

enum class bad_text { keep, null, error };

constexpr std::array<enum_name<bad_text>, 3> enum_names(bad_text) {
  return {{{"keep", bad_text::keep}, {"null", bad_text::null}, {"error", bad_text::error}}};
}

struct json_parse_options {
  std::vector<std::string> fields;
  bad_text on_error;
  std::optional<std::string> into;
};

void fields(option_visitor& v, json_parse_options& x) {
  v.field("fields", x.fields, required, "Top-level fields that hold JSON text.");
  v.field("on_error", x.on_error, bad_text::keep,
          "A string that is no JSON is kept, becomes null, or ends the run.");
  v.field("into", x.into, "Field for what was parsed, with one field only; its own unless set.");
}

expected<void> check(const json_parse_options& x, const node& config) {
  if (x.into && x.fields.size() > 1) {
    return config_error(config, "into", "json_parse: into needs exactly one entry in fields");
  }
  return require_some(x.fields, "json_parse", config);
}

class json_parse final : public transform {
public:
  explicit json_parse(json_parse_options options)
    : fields_(options.fields), parsers_(options.fields.size()), on_error_(options.on_error) {
    if (options.into && *options.into != options.fields.front()) {
      writer_.emplace(std::vector{std::move(*options.into)});
    }
  }

  expected<page> apply(page_cursor& input) override {
    return map_records(out_, input, [this](object_view record, page_builder& out) {
      return parse_fields(record, out);
    });
  }

private:
  expected<void> parse_fields(object_view record, page_builder& out) {
    auto row = value::of_object(record);
    std::span<value> cells;
    for (auto place : fields_.of(record.fields())) {
      const auto& cell = record[place.cell];
      if (!cell.is_string()) {
        continue;
      }
      auto parsed = parsers_[place.name].parse(cell.as_text(), out);
      if (!parsed && on_error_ == bad_text::error) {
        return fail(ec::transform_failed,
                    "not valid JSON (" + parsed.error().what + "): " + excerpt(cell),
                    field_name(fields_.name(place.name)));
      }
      if (!parsed && on_error_ == bad_text::keep) {
        continue;
      }
      auto target = place.cell;
      if (writer_) {
        auto draft = writer_->copy(record, out);
        row = draft.row;
        cells = draft.cells;
        target = draft.at[0];
      } else if (cells.empty()) {
        std::tie(row, cells) = copy_object(record, out);
      }
      cells[target] = parsed ? *parsed : value{};
    }
    out.add(row);
    return {};
  }

  present_fields fields_;
  std::vector<json_parser> parsers_; // one a field: each knows the shape of the last text it read
  bad_text on_error_;
  std::optional<field_writer> writer_; // where the result goes to another field
  page_builder out_;
};

} // namespace

transform_descriptor json_parse_transform() {
  return describe_transform<json_parse, json_parse_options>(
    "json_parse", "Replaces JSON text in fields by what it says.");
}

} // namespace faucet
