#include "connectors/transforms/value_case.hpp"

#include "connectors/transforms/field_edits.hpp"
#include "connectors/transforms/name_list.hpp"
#include "connectors/transforms/unicode_case.hpp"
#include "connectors/transforms/unicode_text.hpp"

namespace faucet {

namespace {

enum class text_style { lower, upper, trim, title, capitalize };

constexpr std::array<enum_name<text_style>, 5> enum_names(text_style) {
  return {{{"lower", text_style::lower},
           {"upper", text_style::upper},
           {"trim", text_style::trim},
           {"title", text_style::title},
           {"capitalize", text_style::capitalize}}};
}

struct value_case_options {
  std::vector<std::string> fields;
  text_style mode;
};

void fields(option_visitor& v, value_case_options& x) {
  v.field("fields", x.fields, required, "Top-level fields whose text is changed.");
  v.field("mode", x.mode, required,
          "lower, upper, title (each word's first letter is a capital, the others are small), "
          "capitalize (only the first letter is a capital), or trim (no white space at the ends).");
}

void append_title(std::string& out, std::string_view text) {
  auto begins_word = true;
  while (!text.empty()) {
    auto c = take_character(text);
    if (begins_word) {
      append_upper(out, c);
    } else {
      append_lower(out, c);
    }
    begins_word = is_white_space(c);
  }
}

class value_case final : public transform {
public:
  explicit value_case(value_case_options options)
    : fields_(distinct(std::move(options.fields))), style_(options.mode) {
    // nop
  }

  expected<page> apply(page_cursor& input) override {
    return edit_fields(out_, input, fields_,
                       [this](size_t, value& cell, page_builder& out) -> expected<void> {
                         if (cell.is_string()) {
                           change(cell, out);
                         }
                         return {};
                       });
  }

private:
  void change(value& cell, page_builder& out) {
    auto text = cell.as_text();
    if (style_ == text_style::trim) {
      cell = value::of_string(trimmed(text));
      return;
    }
    changed_.clear();
    switch (style_) {
      case text_style::lower:
        append_lower(changed_, text);
        break;
      case text_style::upper:
        append_upper(changed_, text);
        break;
      case text_style::title:
        append_title(changed_, text);
        break;
      case text_style::capitalize:
        append_sentence(text);
        break;
      case text_style::trim:
        break;
    }
    if (changed_ != text) {
      cell = out.string(changed_);
    }
  }

  void append_sentence(std::string_view text) {
    if (!text.empty()) {
      append_upper(changed_, take_character(text));
      append_lower(changed_, text);
    }
  }

  present_fields fields_;
  text_style style_;
  std::string changed_; // room for the next text
  page_builder out_;
};

} // namespace

transform_descriptor value_case_transform() {
  return describe_transform<value_case, value_case_options>(
    "value_case", "Changes the letters of text fields, or trims them.");
}

} // namespace faucet
