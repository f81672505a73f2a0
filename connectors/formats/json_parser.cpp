#include "connectors/formats/json_parser.hpp"

#include "connectors/formats/json_space.hpp"
#include "connectors/formats/object_fields.hpp"
#include "model/json_number.hpp"

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

/// One walk over one text. After the first error, which is left in error_, results mean nothing.
/// Cells are returned by value, in registers: through memory they cost a stall each.
class json_parser::walker {
public:
  walker(memory& mem, std::string_view text, page_builder& into)
    : parser_(mem.parser), fields_(mem.fields), error_offset_(mem.error_offset), into_(into),
      text_(text) {
    fields_.start_document();
    error_offset_.reset();
  }

  expected<value> run() {
    if (auto code = parser_.iterate(text_.data(), text_.size(), text_.size() + padding).get(doc_)) {
      return fail(ec::source_failed, reason(code));
    }
    auto result = document();
    if (failed()) {
      find_error();
      return fail(ec::source_failed, reason(error_));
    }
    return result;
  }

private:
  value document() {
    auto text = without_json_space(text_);
    value result;
    switch (text.empty() ? '\0' : text[0]) {
      case '{':
        result = object(doc_.get_object(), 1);
        break;
      case '[':
        result = list(doc_.get_array(), 1);
        break;
      case '"':
        result = unescaped(doc_.get_string());
        break;
      default:
        return scalar(text);
    }
    if (!failed() && doc_.current_location().error() != simdjson::OUT_OF_BOUNDS) {
      error_ = simdjson::TRAILING_CONTENT;
    }
    return result;
  }

  value any(ondemand::value& x, size_t depth) {
    auto token = without_json_space(x.raw_json_token());
    switch (token.empty() ? '\0' : token[0]) {
      case '{':
        return object(x.get_object(), depth + 1);
      case '[':
        return list(x.get_array(), depth + 1);
      case '"':
        return string(x, token);
      default:
        return scalar(token);
    }
  }

  value object(simdjson::simdjson_result<ondemand::object> x, size_t depth) {
    if (failed(depth > max_depth ? simdjson::DEPTH_ERROR : x.error())) {
      return {};
    }
    auto frame = fields_.start_object();
    for (auto next : x.value_unsafe()) {
      if (failed(next.error())) {
        return {};
      }
      auto& field = next.value_unsafe();
      add_name(field, frame);
      if (failed()) {
        return {};
      }
      fields_.add_cell(any(field.value(), depth));
      if (failed()) {
        return {};
      }
    }
    return fields_.finish_object(frame, into_);
  }

  value list(simdjson::simdjson_result<ondemand::array> x, size_t depth) {
    if (failed(depth > max_depth ? simdjson::DEPTH_ERROR : x.error())) {
      return {};
    }
    auto first = fields_.start_list();
    for (auto next : x.value_unsafe()) {
      if (failed(next.error())) {
        return {};
      }
      fields_.add_cell(any(next.value_unsafe(), depth));
      if (failed()) {
        return {};
      }
    }
    return fields_.finish_list(first, into_);
  }

  void add_name(ondemand::field& field, object_fields::frame& frame) {
    const auto* raw = field.key().raw();
    auto left = static_cast<size_t>(text_.data() + text_.size() - raw);
    if (const auto* likely = object_fields::likely_name(frame);
        likely != nullptr && likely->size() < left && raw[likely->size()] == '"'
        && std::memcmp(raw, likely->data(), likely->size()) == 0) {
      object_fields::add_likely_name(frame);
      return;
    }
    const auto* end = static_cast<const char*>(std::memchr(raw, '"', left));
    std::string_view text{raw, static_cast<size_t>(end - raw)};
    if (has_escape(text) && failed(field.unescaped_key().get(text))) {
      return;
    }
    fields_.add_name(frame, text);
  }

  value string(ondemand::value& x, std::string_view token) {
    if (has_escape(token)) {
      return unescaped(x.get_string());
    }
    // Left where it is, a string before a colon would be taken for a key.
    return failed(x.get_raw_json_string().error())
             ? value{}
             : value::of_string(token.substr(1, token.size() - 2));
  }

  value unescaped(simdjson::simdjson_result<std::string_view> text) {
    return failed(text.error()) ? value{} : into_.string(text.value_unsafe());
  }

  value scalar(std::string_view token) {
    if (token == "null") {
      return {};
    }
    if (token == "true" || token == "false") {
      return value::of_bool(token == "true");
    }
    auto number = parse_json_number(token);
    return failed(number ? simdjson::SUCCESS : simdjson::TAPE_ERROR) ? value{} : *number;
  }

  [[nodiscard]] bool failed() const noexcept {
    return error_ != simdjson::SUCCESS;
  }

  bool failed(simdjson::error_code code) noexcept {
    error_ = code;
    return failed();
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
  // An unbalanced text must not be completed by what happens to stand behind it.
  auto behind = text.data() == nullptr ? ' ' : text.data()[text.size()];
  if (behind != '\0' && !is_json_space(behind)) {
    return parse(text, into);
  }
  return walker{*memory_, text, into}.run();
}

} // namespace faucet
