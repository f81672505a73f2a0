#include "model/json_writer.hpp"

#include "model/base64.hpp"
#include "model/json_escape.hpp"
#include "model/number_format.hpp"

namespace faucet {

namespace {

constexpr size_t remembered_shapes = 256;

/// Longer text is escaped piece by piece: the bound on its escaped size would waste memory.
constexpr size_t longest_piece = size_t{64} << 10;

void append_text(byte_buffer& out, std::string_view text) {
  if (text.size() <= longest_piece) [[likely]] {
    out.commit(detail::write_escaped(out.room(detail::escaped_bound(text.size())), text));
    return;
  }
  out.append('"');
  for (size_t at = 0; at < text.size(); at += longest_piece) {
    auto piece = text.substr(at, longest_piece);
    out.commit(detail::write_escaped_body(out.room(detail::escaped_bound(piece.size())), piece));
  }
  out.append('"');
}

void append_bytes(byte_buffer& out, std::string_view octets) {
  auto* to = out.room(base64_size(octets.size()) + 2);
  *to++ = '"';
  to = write_base64(to, octets);
  *to++ = '"';
  out.commit(to);
}

/// Anything but a list or an object.
void append_scalar(byte_buffer& out, const value& x) {
  switch (x.kind()) {
    case kind::boolean:
      out.append(x.as_bool() ? "true" : "false");
      break;
    case kind::int64:
      out.commit(write_number(out.room(longest_number), x.as_int()));
      break;
    case kind::uint64:
      out.commit(write_number(out.room(longest_number), x.as_uint()));
      break;
    case kind::float64:
      out.commit(write_number(out.room(longest_number), x.as_double()));
      break;
    case kind::decimal:
      out.append(x.as_text());
      break;
    case kind::string:
      append_text(out, x.as_text());
      break;
    case kind::bytes:
      append_bytes(out, x.as_text());
      break;
    default:
      out.append("null");
  }
}

void start_line(byte_buffer& out, size_t level) {
  auto* to = out.room(1 + level * 2);
  *to = '\n';
  std::memset(to + 1, ' ', level * 2);
  out.commit(to + 1 + level * 2);
}

} // namespace

// -- compact ------------------------------------------------------------------

void json_writer::append(byte_buffer& out, const value& x) {
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
    append_scalar(out, x);
  }
}

void json_writer::append_lines(byte_buffer& out, std::span<const value> rows) {
  for (const auto& row : rows) {
    append(out, row);
    out.append('\n');
  }
}

void json_writer::append_object(byte_buffer& out, object_view x) {
  auto cells = x.cells();
  if (cells.empty()) {
    out.append("{}");
    return;
  }
  const auto* keys = &keys_of(x.fields());
  size_t begin = 0;
  for (size_t i = 0; i < cells.size(); ++i) {
    auto end = keys->ends[i];
    out.append(std::string_view{keys->text}.substr(begin, end - begin));
    begin = end;
    if (cells[i].is_string()) {
      append_text(out, cells[i].as_text());
    } else if (cells[i].is_object() || cells[i].is_list()) {
      append(out, cells[i]);
      keys = &keys_of(x.fields()); // a shape within may have taken the place
    } else {
      append_scalar(out, cells[i]);
    }
  }
  out.append('}');
}

const json_writer::prepared_keys& json_writer::keys_of(const shape& fields) {
  if (prepared_.empty()) {
    prepared_.resize(remembered_shapes);
  }
  auto& result = prepared_[fields.id() % remembered_shapes];
  if (result.shape_id == fields.id()) {
    return result;
  }
  byte_buffer text;
  result.ends.clear();
  for (const auto& name : fields.names()) {
    text.append(text.empty() ? '{' : ',');
    append_text(text, name);
    text.append(':');
    result.ends.push_back(static_cast<uint32_t>(text.size()));
  }
  result.text = text.view();
  result.shape_id = fields.id();
  return result;
}

void append_json(std::string& out, const value& x) {
  byte_buffer text;
  json_writer{}.append(text, x);
  out += text.view();
}

// -- indented -----------------------------------------------------------------

void append_indented_json(byte_buffer& out, const value& x, size_t level) {
  if (x.is_list() && !x.as_list().empty()) {
    auto separator = '[';
    for (const auto& item : x.as_list()) {
      out.append(separator);
      start_line(out, level + 1);
      append_indented_json(out, item, level + 1);
      separator = ',';
    }
    start_line(out, level);
    out.append(']');
  } else if (x.is_object() && x.as_object().size() != 0) {
    auto separator = '{';
    for (size_t i = 0; i < x.as_object().size(); ++i) {
      out.append(separator);
      start_line(out, level + 1);
      append_text(out, x.as_object().name(i));
      out.append(": ");
      append_indented_json(out, x.as_object()[i], level + 1);
      separator = ',';
    }
    start_line(out, level);
    out.append('}');
  } else if (x.is_list() || x.is_object()) {
    out.append(x.is_list() ? "[]" : "{}");
  } else {
    append_scalar(out, x);
  }
}

} // namespace faucet
