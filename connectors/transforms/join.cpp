#include "connectors/transforms/join.hpp"

#include "connectors/config_error.hpp"
#include "connectors/transforms/field_writer.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "model/json_writer.hpp"

namespace faucet {

namespace {

struct join_options {
  std::string field;
  std::string delimiter;
  std::optional<std::string> into;
};

void fields(option_visitor& v, join_options& x) {
  v.field("field", x.field, required, "List field to join into a string.");
  v.field("delimiter", x.delimiter, required, "Text between the elements.");
  v.field("into", x.into, "Field for the string; the list's own unless set.");
}

expected<void> check(const join_options& x, const node& config) {
  if (x.field.empty()) {
    return config_error(config, "field", "join: field must not be empty");
  }
  return {};
}

class join final : public transform {
public:
  explicit join(join_options options)
    : options_(std::move(options)), writer_({options_.into.value_or(options_.field)}) {
    // nop
  }

  expected<page> apply(page_cursor& input) override {
    return map_records(out_, input,
                       [this](object_view record, page_builder& out) -> expected<void> {
                         const auto* found = record.find(options_.field);
                         if (found == nullptr || !found->is_list()) {
                           out.add(value::of_object(record));
                           return {};
                         }
                         collect(found->as_list());
                         auto draft = writer_.copy(record, out);
                         draft.cells[draft.at[0]] = out.string(text_.view());
                         out.add(draft.row);
                         return {};
                       });
  }

private:
  void collect(std::span<const value> elements) {
    text_.clear();
    for (const auto& element : elements) {
      if (&element != elements.data()) {
        append(options_.delimiter);
      }
      if (element.is_string()) {
        append(element.as_text());
      } else if (!element.is_null()) {
        json_.append(text_, element);
      }
    }
  }

  void append(std::string_view text) {
    if (!text.empty()) {
      text_.append(text);
    }
  }

  join_options options_;
  field_writer writer_;
  byte_buffer text_;
  json_writer json_;
  page_builder out_;
};

} // namespace

transform_descriptor join_transform() {
  return describe_transform<join, join_options>(
    "join", "Joins the elements of a list field into a string.");
}

} // namespace faucet
