#include "connectors/formats/csv_writer.hpp"

#include "connectors/bytes/byte_writer.hpp"
#include "connectors/formats/csv_widening.hpp"
#include "connectors/warned_fields.hpp"

namespace faucet {

namespace {

tl::unexpected<error> no_object(const value& found) {
  return fail(ec::sink_failed,
              std::string{"a row needs an object, but the record is: "} + to_string(found.kind()));
}

} // namespace

csv_writer::csv_writer(csv_layout layout, std::vector<std::string> columns, warner warn)
  : layout_(layout), cells_(layout.characters), warn_(std::move(warn)),
    columns_(std::move(columns)), known_(columns_.begin(), columns_.end()) {
  // nop
}

expected<void> csv_writer::prepare(std::span<const value> rows, byte_writer& file) {
  std::vector<std::string> added;
  const shape* last = nullptr;
  for (const auto& row : rows) {
    if (!row.is_object()) {
      return no_object(row);
    }
    const auto& fields = row.as_object().fields();
    if (&fields == last) {
      continue;
    }
    last = &fields;
    if (!columns_.empty() && layout_.on_unknown != unknown_field::widen) {
      break; // the columns are settled
    }
    for (const auto& name : fields.names()) {
      if (known_.insert(name).second) {
        added.push_back(name);
      }
    }
  }
  if (columns_.empty() && added.empty() && !rows.empty()) {
    added.emplace_back(); // records without fields: a row needs a column
  }
  return added.empty() ? expected<void>{} : add_columns(std::move(added), file);
}

expected<void> csv_writer::add_columns(std::vector<std::string> added, byte_writer& file) {
  if (columns_.empty()) {
    columns_ = std::move(added);
    header_due_ = layout_.has_headers;
    return {};
  }
  byte_buffer header;
  byte_buffer cells;
  for (const auto& name : added) {
    cells.append(layout_.characters.delimiter);
    header.append(layout_.characters.delimiter);
    cells_.append_text(header, name);
    columns_.push_back(name);
  }
  plans_ = {};
  if (!layout_.has_headers) {
    header.clear();
    header.append(cells.view());
  }
  return widen_rows(file, layout_.characters, header.view(), cells.view());
}

expected<void> csv_writer::write(byte_buffer& out, const value& record) {
  if (!record.is_object()) {
    return no_object(record);
  }
  if (header_due_) {
    header_due_ = false;
    append_header(out);
  }
  auto row = record.as_object();
  auto found = plans_.find(row.fields(), [this](const shape& fields) { return make_plan(fields); });
  if (!found) {
    return fail(std::move(found));
  }
  auto start = out.size();
  auto separator = false;
  for (auto at : **found) {
    if (separator) {
      out.append(layout_.characters.delimiter);
    }
    separator = true;
    if (at != shape::npos) {
      cells_.append(out, row[at]);
    }
  }
  if (out.size() == start) { // readers take an empty line for none
    cells_.append_quotes(out);
  }
  out.append('\n');
  return {};
}

expected<csv_writer::plan> csv_writer::make_plan(const shape& fields) {
  plan result;
  result.reserve(columns_.size());
  for (const auto& name : columns_) {
    result.push_back(fields.find(name));
  }
  for (const auto& name : fields.names()) {
    if (!known_.contains(name)) {
      if (auto ok = drop(name); !ok) {
        return fail(std::move(ok));
      }
    }
  }
  return result;
}

expected<void> csv_writer::drop(std::string_view field) {
  auto quoted = "\"" + std::string{field} + "\"";
  if (layout_.on_unknown == unknown_field::error) {
    return fail(ec::sink_failed, "the field " + quoted + " is not among the columns");
  }
  if (dropped_.size() >= most_warned_fields || !dropped_.emplace(field).second || !warn_) {
    return {};
  }
  warn_("the field " + quoted + " is not among the columns and is dropped");
  if (dropped_.size() == most_warned_fields) {
    warn_("further fields that are not among the columns are dropped without a word");
  }
  return {};
}

void csv_writer::append_header(byte_buffer& out) {
  auto start = out.size();
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (i != 0) {
      out.append(layout_.characters.delimiter);
    }
    cells_.append_text(out, columns_[i]);
  }
  if (out.size() == start) {
    cells_.append_quotes(out);
  }
  out.append('\n');
}

} // namespace faucet
