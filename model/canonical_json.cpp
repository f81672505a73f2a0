#include "model/canonical_json.hpp"

#include <algorithm>

namespace faucet {

void canonical_json_writer::append(byte_buffer& out, const value& x) {
  if (x.is_object()) {
    append_object(out, x.as_object());
  } else if (x.is_list()) {
    auto separator = '[';
    for (const auto& item : x.as_list()) {
      out.append(separator);
      append(out, item);
      separator = ',';
    }
    out.append(separator == '[' ? std::string_view{"[]"} : std::string_view{"]"});
  } else {
    scalars_.append(out, x);
  }
}

void canonical_json_writer::append_object(byte_buffer& out, object_view x) {
  if (x.size() == 0) {
    return out.append("{}");
  }
  auto known = sorted_.find(x.fields(), [](const shape& fields) {
    return std::make_shared<const sorted_fields>(sort(fields));
  });
  auto fields = **known; // its own share: an object within may make the cache forget
  for (const auto& [index, key] : *fields) {
    out.append(key);
    append(out, x[index]);
  }
  out.append('}');
}

canonical_json_writer::sorted_fields canonical_json_writer::sort(const shape& fields) {
  sorted_fields result;
  for (size_t i = 0; i < fields.size(); ++i) {
    result.push_back({i, std::string{fields.name(i)}});
  }
  std::ranges::sort(result, {}, &sorted_field::key);
  auto separator = '{';
  for (auto& field : result) {
    std::string key{separator};
    append_json(key, value::of_string(field.key));
    field.key = key + ':';
    separator = ',';
  }
  return result;
}

void append_canonical_json(std::string& out, const value& x) {
  byte_buffer text;
  canonical_json_writer{}.append(text, x);
  out += text.view();
}

} // namespace faucet
