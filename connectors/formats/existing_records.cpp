#include "connectors/formats/existing_records.hpp"

#include "connectors/bytes/written_text.hpp"
#include "connectors/formats/csv_boundaries.hpp"
#include "connectors/formats/json_parser.hpp"
#include "connectors/formats/json_records.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// What a crash tears is not longer; more is left to the user to decide about.
constexpr size_t longest_torn_record = size_t{16} << 20;

/// The end of a text: what stands behind its last whole record, and where that begins.
struct text_end {
  std::string torn;
  uint64_t whole_size = 0;

  expected<void> hold(std::string_view piece, const output_file& file) {
    torn += piece;
    return torn.size() <= longest_torn_record ? expected<void>{} : too_long(file);
  }

  static tl::unexpected<error> too_long(const output_file& file) {
    return fail(ec::sink_failed, "the file cannot be continued: its last record has no end",
                file.content().path().string());
  }

  /// The piece up to `size` ends a record.
  void end_record(size_t size) {
    whole_size += torn.size() + size;
    torn.clear();
  }
};

/// Reads backwards to the last line end.
expected<text_end> find_end_backwards(const output_file& file) {
  constexpr size_t piece_size = size_t{64} << 10;
  text_end result{.torn = {}, .whole_size = file.size()};
  std::string piece;
  while (result.whole_size != 0) {
    piece.resize(std::min<uint64_t>(piece_size, result.whole_size));
    auto from = result.whole_size - piece.size();
    if (auto count = file.content().read_at(from, piece.data(), piece.size()); !count) {
      return fail(std::move(count));
    }
    auto line_end = piece.rfind('\n');
    auto kept = line_end == std::string::npos ? 0 : line_end + 1;
    result.torn.insert(0, piece, kept);
    result.whole_size = from + kept;
    if (kept != 0) {
      break;
    }
    if (result.torn.size() > longest_torn_record) {
      return text_end::too_long(file);
    }
  }
  return result;
}

/// Compressed text can be read forwards only, which also tells whether it is damaged.
expected<text_end> find_end(const output_file& file, compression how) {
  if (how == compression::none) {
    return find_end_backwards(file);
  }
  text_end result;
  auto read = for_each_piece(file, how, [&](std::string_view piece) -> expected<bool> {
    if (auto line_end = piece.rfind('\n'); line_end != std::string_view::npos) {
      result.end_record(line_end + 1);
      piece.remove_prefix(line_end + 1);
    }
    return result.hold(piece, file).map([] { return true; });
  });
  return read ? expected<text_end>{std::move(result)} : fail(std::move(read));
}

/// Cuts off what is torn.
expected<void> cut(byte_writer& file, compression how, uint64_t size,
                   const csv_writer::warner& warn) {
  if (warn) {
    warn(file.file().content().path().string()
         + ": the last record was written in part only and is cut off");
  }
  if (how == compression::none) {
    return file.file().cut(size);
  }
  return file.rewrite([left = size](byte_buffer& out, std::string_view text) mutable {
    text = text.substr(0, left);
    out.append(text);
    left -= text.size();
  });
}

/// Adds the line end that is missing.
expected<void> complete(byte_writer& file) {
  file.text().append('\n');
  return file.drain();
}

bool is_json(std::string_view text) {
  page_builder builder;
  return json_parser{}.parse(text, builder).has_value();
}

} // namespace

// -- lines --------------------------------------------------------------------

expected<void> mend_json_lines(byte_writer& file, compression how, const csv_writer::warner& warn) {
  auto end = find_end(file.file(), how);
  if (!end) {
    return fail(std::move(end));
  }
  if (end->torn.empty()) {
    return {};
  }
  return is_json(end->torn) ? complete(file) : cut(file, how, end->whole_size, warn);
}

expected<void> mend_lines(byte_writer& file, compression how) {
  auto end = find_end(file.file(), how);
  if (!end) {
    return fail(std::move(end));
  }
  return end->torn.empty() ? expected<void>{} : complete(file);
}

// -- CSV ----------------------------------------------------------------------

expected<csv_columns> mend_csv(byte_writer& file, compression how, const csv_layout& layout,
                               const csv_writer::warner& warn) {
  text_end end;
  csv_boundaries boundaries{layout.characters};
  csv_columns first;
  auto first_known = false;
  auto read = for_each_piece(file.file(), how, [&](std::string_view piece) -> expected<bool> {
    size_t behind_last = 0;
    for (size_t i = 0; i < piece.size(); ++i) {
      if (!boundaries.ends_record(piece[i])) {
        continue;
      }
      if (!first_known) {
        first = split_csv_record(end.torn + std::string{piece.substr(0, i)}, layout.characters);
        first_known = true;
      }
      behind_last = i + 1;
    }
    if (behind_last != 0) {
      end.end_record(behind_last);
    }
    return end.hold(piece.substr(behind_last), file.file()).map([] { return true; });
  });
  if (!read) {
    return fail(std::move(read));
  }
  if (!end.torn.empty()) {
    auto whole = first_known && !boundaries.inside_quotes() && boundaries.fields() == first.size();
    auto mended = whole ? complete(file) : cut(file, how, end.whole_size, warn);
    if (!mended) {
      return fail(std::move(mended));
    }
  }
  return layout.has_headers ? std::move(first) : csv_columns{};
}

expected<csv_columns> read_csv_columns(byte_writer& file, compression how,
                                       const csv_layout& layout) {
  csv_columns result;
  if (!layout.has_headers) {
    return result;
  }
  csv_boundaries boundaries{layout.characters};
  text_end header;
  auto read = for_each_piece(file.file(), how, [&](std::string_view piece) -> expected<bool> {
    auto end = std::ranges::find_if(piece, [&](char c) { return boundaries.ends_record(c); });
    auto held = header.hold({piece.begin(), end}, file.file());
    if (!held) {
      return fail(std::move(held));
    }
    if (end != piece.end()) {
      result = split_csv_record(header.torn, layout.characters);
    }
    return end == piece.end();
  });
  return read ? expected<csv_columns>{std::move(result)} : fail(std::move(read));
}

// -- JSON array ---------------------------------------------------------------

namespace {

/// The last bytes of the content, at most as many as asked for.
expected<std::string> last_bytes(const output_file& file, size_t size) {
  std::string result(std::min<uint64_t>(size, file.size()), '\0');
  auto count = file.content().read_at(file.size() - result.size(), result.data(), result.size());
  return count ? expected<std::string>{std::move(result)} : fail(std::move(count));
}

} // namespace

expected<bool> reopen_json_array(byte_writer& file) {
  auto& content = file.file();
  if (content.size() == 0) {
    return true;
  }
  for (auto tail : {json_array_writer::no_records, json_array_writer::end}) {
    auto wanted = std::string{file.encode_tail(tail)};
    auto found = last_bytes(content, wanted.size());
    if (!found) {
      return fail(std::move(found));
    }
    auto empty = tail == json_array_writer::no_records;
    if (*found == wanted && (!empty || content.size() == wanted.size())) {
      return content.cut(content.size() - wanted.size()).map([empty] { return empty; });
    }
  }
  return fail(ec::sink_failed, "the file cannot be continued: it does not end as a JSON array",
              content.content().path().string());
}

} // namespace faucet
