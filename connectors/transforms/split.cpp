#include "connectors/transforms/split.hpp"

#include "connectors/config_error.hpp"
#include "connectors/transforms/field_writer.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "connectors/transforms/unicode_text.hpp"

namespace faucet {

namespace {

struct split_options {
  std::string field;
  std::string delimiter;
  bool trim;
  std::optional<std::string> into;
};

void fields(option_visitor& v, split_options& x) {
  v.field("field", x.field, required, "String field to cut into a list.");
  v.field("delimiter", x.delimiter, required,
          "Text between the elements; where it is empty nothing is cut.");
  v.field("trim", x.trim, false, "Take white space off both ends of each element.");
  v.field("into", x.into, "Field for the list; the string's own unless set.");
}

expected<void> check(const split_options& x, const node& config) {
  if (x.field.empty()) {
    return config_error(config, "field", "split: field must not be empty");
  }
  return {};
}

class split final : public transform {
public:
  explicit split(split_options options)
    : options_(std::move(options)), writer_({options_.into.value_or(options_.field)}) {
    // nop
  }

  expected<page> apply(page_cursor& input) override {
    return map_records(out_, input,
                       [this](object_view record, page_builder& out) -> expected<void> {
                         const auto* found = record.find(options_.field);
                         if (found == nullptr || !found->is_string()) {
                           out.add(value::of_object(record));
                           return {};
                         }
                         cut(found->as_text());
                         auto draft = writer_.copy(record, out);
                         draft.cells[draft.at[0]] = out.list(elements_);
                         out.add(draft.row);
                         return {};
                       });
  }

private:
  void cut(std::string_view text) {
    elements_.clear();
    const auto& delimiter = options_.delimiter;
    auto end = delimiter.empty() ? std::string_view::npos : text.find(delimiter);
    for (; end != std::string_view::npos; end = text.find(delimiter)) {
      add(text.substr(0, end));
      text.remove_prefix(end + delimiter.size());
    }
    add(text);
  }

  void add(std::string_view element) {
    elements_.push_back(value::of_string(options_.trim ? trimmed(element) : element));
  }

  split_options options_;
  field_writer writer_;
  std::vector<value> elements_;
  page_builder out_;
};

} // namespace

transform_descriptor split_transform() {
  return describe_transform<split, split_options>("split", "Cuts a string field into a list.");
}

} // namespace faucet
