#include "state/json_text.hpp"

#include "config/to_value.hpp"
#include "model/json_writer.hpp"

namespace faucet {

json_object_writer& json_object_writer::text(std::string_view name, std::string_view utf8) {
  return json(name, json_of(utf8));
}

json_object_writer& json_object_writer::text_or_null(std::string_view name, std::string_view utf8) {
  return utf8.empty() ? json(name, "null") : text(name, utf8);
}

json_object_writer& json_object_writer::boolean(std::string_view name, bool x) {
  return json(name, x ? "true" : "false");
}

json_object_writer& json_object_writer::number(std::string_view name, uint64_t x) {
  return json(name, std::to_string(x));
}

json_object_writer& json_object_writer::json(std::string_view name, std::string_view json) {
  text_ += text_.size() > 1 ? "," : "";
  text_ += json_of(name);
  text_ += ":";
  text_ += json;
  return *this;
}

std::string json_object_writer::finish() && {
  return std::move(text_) + "}";
}

std::string json_of(const node& x) {
  page_builder memory;
  std::string result;
  append_json(result, to_value(x, memory));
  return result;
}

std::string json_of(std::string_view utf8) {
  std::string result;
  append_json(result, value::of_string(utf8));
  return result;
}

std::optional<std::string> text_field(const node& map, std::string_view name) {
  const auto* found = map.find(name);
  return found != nullptr && found->text() != nullptr ? std::optional{*found->text()}
                                                      : std::nullopt;
}

std::optional<uint64_t> number_field(const node& map, std::string_view name) {
  const auto* found = map.find(name);
  if (found == nullptr) {
    return std::nullopt;
  }
  if (const auto* x = std::get_if<int64_t>(&found->content()); x != nullptr && *x >= 0) {
    return static_cast<uint64_t>(*x);
  }
  const auto* x = std::get_if<uint64_t>(&found->content());
  return x != nullptr ? std::optional{*x} : std::nullopt;
}

} // namespace faucet
