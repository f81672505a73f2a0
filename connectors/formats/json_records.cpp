#include "connectors/formats/json_records.hpp"

namespace faucet {

namespace {

const value* plain_text(const value& record) {
  if (record.is_string()) {
    return &record;
  }
  if (!record.is_object() || record.as_object().size() != 1) {
    return nullptr;
  }
  const auto* text = record.as_object().find("text");
  return text != nullptr && text->is_string() ? text : nullptr;
}

} // namespace

expected<void> json_lines_writer::write(byte_buffer& out, const value& record) {
  if (pretty_) {
    append_indented_json(out, record);
  } else {
    json_.append(out, record);
  }
  out.append('\n');
  return {};
}

expected<void> json_array_writer::write(byte_buffer& out, const value& record) {
  out.append(empty_ ? '[' : ',');
  empty_ = false;
  json_.append(out, record);
  return {};
}

expected<void> raw_text_writer::write(byte_buffer& out, const value& record) {
  if (const auto* text = plain_text(record)) {
    out.append(text->as_text());
  } else {
    json_.append(out, record);
  }
  out.append('\n');
  return {};
}

} // namespace faucet
