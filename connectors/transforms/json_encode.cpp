#include "connectors/transforms/json_encode.hpp"

#include "connectors/transforms/name_list.hpp"
#include "connectors/transforms/object_copy.hpp"
#include "connectors/transforms/present_fields.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "model/json_writer.hpp"

namespace faucet {

namespace {

struct json_encode_options {
  std::vector<std::string> fields;
};

void fields(option_visitor& v, json_encode_options& x) {
  v.field("fields", x.fields, required, "Top-level fields to turn into JSON text.");
}

expected<void> check(const json_encode_options& x, const node& config) {
  return require_some(x.fields, "json_encode", config);
}

class json_encode final : public transform {
public:
  explicit json_encode(json_encode_options options) : fields_(std::move(options.fields)) {
    // nop
  }

  expected<page> apply(page_cursor& input) override {
    return map_records(out_, input,
                       [this](object_view record, page_builder& out) -> expected<void> {
                         encode(record, out);
                         return {};
                       });
  }

private:
  void encode(object_view record, page_builder& out) {
    auto row = value::of_object(record);
    std::span<value> cells;
    for (auto place : fields_.of(record.fields())) {
      const auto& cell = record[place.cell];
      if (!cell.is_object() && !cell.is_list()) {
        continue;
      }
      if (cells.empty()) {
        std::tie(row, cells) = copy_object(record, out);
      }
      text_.clear();
      json_.append(text_, cell);
      cells[place.cell] = out.string(text_.view());
    }
    out.add(row);
  }

  present_fields fields_;
  byte_buffer text_;
  json_writer json_;
  page_builder out_;
};

} // namespace

transform_descriptor json_encode_transform() {
  return describe_transform<json_encode, json_encode_options>(
    "json_encode", "Turns objects and lists in fields into JSON text.");
}

} // namespace faucet
