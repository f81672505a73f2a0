#include "connectors/formats/json_parser.hpp"

#include "connectors/formats/json_number.hpp"
#include "connectors/formats/json_space.hpp"
#include "connectors/formats/object_fields.hpp"

#include <simdjson.h>

#include <cstring>
#include <limits>

namespace faucet {

namespace ondemand = simdjson::ondemand;

namespace {

static_assert(json_parser::padding >= simdjson::SIMDJSON_PADDING);

bool has_escape(std::string_view text) noexcept {
  return std::memchr(text.data(), '\\', text.size()) != nullptr;
}

const char* reason(simdjson::error_code code) noexcept {
  switch (code) {
    case simdjson::EMPTY:
      return "expected a JSON value, found nothing";
    case simdjson::UTF8_ERROR:
      return "invalid UTF-8";
    case simdjson::UNESCAPED_CHARS:
      return "a control character inside a JSON string";
    case simdjson::UNCLOSED_STRING:
      return "a JSON string without its closing quote";
    case simdjson::STRING_ERROR:
      return "an invalid escape in a JSON string";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      return "a JSON list or object without its closing bracket";
    case simdjson::CAPACITY:
      return "JSON text of 4 GiB or more";
    case simdjson::DEPTH_ERROR:
      return "JSON nested too deeply";
    case simdjson::MEMALLOC:
      return "not enough memory for this JSON text";
    case simdjson::TRAILING_CONTENT:
      return "something stands behind the JSON value";
    default:
      return "invalid JSON";
  }
}

} // namespace

struct json_parser::memory {
  ondemand::parser parser;
  object_fields fields;
  std::optional<size_t> error_offset;
};

/// One walk over one text. Functions return false at the first error and leave it in error_.
class json_parser::walker {
public:
  walker(memory& mem, std::string_view text, page_builder& into)
    : parser_(mem.parser), fields_(mem.fields), error_offset_(mem.error_offset), into_(into),
      text_(text) {
    fields_.start_document();
    error_offset_.reset();
  }

  expected<value> run() {
    value result;
    if (auto code = parser_.iterate(text_.data(), text_.size(), text_.size() + padding).get(doc_)) {
      return fail(ec::source_failed, reason(code));
    }
    if (!document(result)) {
      find_error();
      return fail(ec::source_failed, reason(error_));
    }
    return result;
  }

private:
  bool document(value& into) {
    auto text = without_json_space(text_);
    switch (text.empty() ? '\0' : text[0]) {
      case '{': {
        ondemand::object x;
        return got(doc_.get_object().get(x)) && object(x, into, 1) && at_end();
      }
      case '[': {
        ondemand::array x;
        return got(doc_.get_array().get(x)) && list(x, into, 1) && at_end();
      }
      case '"': {
        std::string_view x;
        if (!got(doc_.get_string().get(x)) || !at_end()) {
          return false;
        }
        into = into_.string(x);
        return true;
      }
      default:
        return scalar(text, into);
    }
  }

  bool any(ondemand::value& x, value& into, size_t depth) {
    auto token = without_json_space(x.raw_json_token());
    switch (token.empty() ? '\0' : token[0]) {
      case '{': {
        ondemand::object inner;
        return got(x.get_object().get(inner)) && object(inner, into, depth + 1);
      }
      case '[': {
        ondemand::array inner;
        return got(x.get_array().get(inner)) && list(inner, into, depth + 1);
      }
      case '"':
        return string(x, token, into);
      default:
        return scalar(token, into);
    }
  }

  bool object(ondemand::object& x, value& into, size_t depth) {
    if (depth > max_depth) {
      return failed(simdjson::DEPTH_ERROR);
    }
    auto frame = fields_.start_object();
    for (auto next : x) {
      ondemand::field field;
      ondemand::value inner;
      value cell;
      if (!got(std::move(next).get(field)) || !name(field, frame)
          || !any(inner = field.value(), cell, depth)) {
        return false;
      }
      fields_.add_cell(cell);
    }
    into = fields_.finish_object(frame, into_);
    return true;
  }

  bool list(ondemand::array& x, value& into, size_t depth) {
    if (depth > max_depth) {
      return failed(simdjson::DEPTH_ERROR);
    }
    auto first = fields_.start_list();
    for (auto next : x) {
      ondemand::value inner;
      value cell;
      if (!got(std::move(next).get(inner)) || !any(inner, cell, depth)) {
        return false;
      }
      fields_.add_cell(cell);
    }
    into = fields_.finish_list(first, into_);
    return true;
  }

  bool name(ondemand::field& field, object_fields::frame& frame) {
    const auto* raw = field.key().raw();
    auto left = static_cast<size_t>(text_.data() + text_.size() - raw);
    // A name without a backslash can only be found in text that holds none either.
    if (const auto* likely = object_fields::likely_name(frame);
        likely != nullptr && likely->size() < left && raw[likely->size()] == '"'
        && std::memcmp(raw, likely->data(), likely->size()) == 0 && !has_escape(*likely)) {
      object_fields::add_likely_name(frame);
      return true;
    }
    const auto* end = static_cast<const char*>(std::memchr(raw, '"', left));
    std::string_view text{raw, static_cast<size_t>(end - raw)};
    if (has_escape(text) && !got(field.unescaped_key().get(text))) {
      return false;
    }
    fields_.add_name(frame, text);
    return true;
  }

  bool string(ondemand::value& x, std::string_view token, value& into) {
    if (has_escape(token)) {
      std::string_view text;
      if (!got(x.get_string().get(text))) {
        return false;
      }
      into = into_.string(text);
      return true;
    }
    into = value::of_string(token.substr(1, token.size() - 2));
    return true;
  }

  bool scalar(std::string_view token, value& into) {
    if (token == "null") {
      into = value{};
    } else if (token == "true" || token == "false") {
      into = value::of_bool(token == "true");
    } else if (auto number = parse_json_number(token)) {
      into = *number;
    } else {
      return failed(simdjson::TAPE_ERROR);
    }
    return true;
  }

  bool at_end() {
    return doc_.current_location().error() == simdjson::OUT_OF_BOUNDS
           || failed(simdjson::TRAILING_CONTENT);
  }

  bool got(simdjson::error_code code) noexcept {
    return code == simdjson::SUCCESS || failed(code);
  }

  bool failed(simdjson::error_code code) noexcept {
    error_ = code;
    return false;
  }

  void find_error() {
    const char* at = nullptr;
    if (doc_.current_location().get(at) == simdjson::SUCCESS && at >= text_.data()
        && at < text_.data() + text_.size()) {
      error_offset_ = static_cast<size_t>(at - text_.data());
    }
  }

  ondemand::parser& parser_;
  object_fields& fields_;
  std::optional<size_t>& error_offset_;
  page_builder& into_;
  std::string_view text_;
  ondemand::document doc_;
  simdjson::error_code error_ = simdjson::SUCCESS;
};

json_parser::json_parser() : memory_(std::make_unique<memory>()) {
  // nop
}

json_parser::json_parser(json_parser&&) noexcept = default;

json_parser& json_parser::operator=(json_parser&&) noexcept = default;

json_parser::~json_parser() = default;

std::optional<size_t> json_parser::error_offset() const noexcept {
  return memory_->error_offset;
}

expected<value> json_parser::parse(std::string_view text, page_builder& into) {
  auto* copy = static_cast<char*>(into.memory().allocate(text.size() + padding));
  std::memcpy(copy, text.data(), text.size());
  std::memset(copy + text.size(), 0, padding);
  return parse_in_place({copy, text.size()}, into);
}

expected<value> json_parser::parse_in_place(std::string_view text, page_builder& into) {
  return walker{*memory_, text, into}.run();
}

} // namespace faucet
