#include "connectors/formats/record_file.hpp"

#include "connectors/formats/existing_records.hpp"
#include "connectors/formats/json_records.hpp"

namespace faucet {

namespace {

/// A compressed file cannot be added to in place: a crash would leave half a frame at its end.
existing_content what_becomes_of(continuation how, compression compressed) {
  switch (how) {
    case continuation::replace:
      return existing_content::replaced;
    case continuation::resume:
      return existing_content::extended;
    case continuation::append:
      break;
  }
  return compressed == compression::none ? existing_content::appended : existing_content::extended;
}

expected<std::unique_ptr<record_writer>> make_csv(byte_writer& file, const record_style& style,
                                                  continuation how, const driver_context& context) {
  auto columns = how == continuation::append ? mend_csv(file, style.how, style.csv, context.warn)
                                             : read_csv_columns(file, style.how, style.csv);
  if (!columns) {
    return fail(std::move(columns));
  }
  return std::make_unique<csv_writer>(style.csv, std::move(*columns), context.warn);
}

expected<std::unique_ptr<record_writer>> make_json_lines(byte_writer& file,
                                                         const record_style& style,
                                                         continuation how,
                                                         const driver_context& context) {
  if (how == continuation::append) {
    auto mended =
      style.pretty ? mend_lines(file, style.how) : mend_json_lines(file, style.how, context.warn);
    if (!mended) {
      return fail(std::move(mended));
    }
  }
  return std::make_unique<json_lines_writer>(style.pretty);
}

expected<std::unique_ptr<record_writer>> make_format(byte_writer& file, const record_style& style,
                                                     continuation how,
                                                     const driver_context& context) {
  switch (style.format) {
    case record_format::csv:
      return make_csv(file, style, how, context);
    case record_format::json_array:
      return reopen_json_array(file).map([](bool empty) -> std::unique_ptr<record_writer> {
        return std::make_unique<json_array_writer>(empty);
      });
    case record_format::raw_text:
      if (auto ok = how == continuation::append ? mend_lines(file, style.how) : expected<void>{};
          !ok) {
        return fail(std::move(ok));
      }
      return std::make_unique<raw_text_writer>();
    case record_format::json_lines:
      break;
  }
  return make_json_lines(file, style, how, context);
}

} // namespace

record_file::record_file(byte_writer bytes, std::unique_ptr<record_writer> format, bool is_live)
  : bytes_(std::move(bytes)), format_(std::move(format)), is_live_(is_live) {
  // nop
}

expected<record_file> record_file::open(const std::filesystem::path& path, bool create_parents,
                                        const record_style& style, continuation how,
                                        const driver_context& context) {
  auto file = open_output({path, what_becomes_of(how, style.how), create_parents}, context);
  if (!file) {
    return fail(std::move(file));
  }
  auto is_live = !(*file)->content().is_open();
  byte_writer bytes{std::move(*file), style.how};
  auto format = make_format(bytes, style, how, context);
  if (!format) {
    return fail(std::move(format));
  }
  record_file result{std::move(bytes), std::move(*format), is_live};
  result.name_ = path.string();
  return result;
}

bool record_file::full(const file_limits& at) const noexcept {
  return (at.records != 0 && records_ >= at.records) || (at.bytes != 0 && text_size() >= at.bytes);
}

expected<size_t> record_file::write(std::span<const value> rows, const file_limits& until) {
  auto named = [this](error failed) {
    failed.which = failed.which.empty() ? name_ : std::move(failed.which);
    return tl::unexpected<error>(std::move(failed));
  };
  if (auto ok = format_->prepare(rows, bytes_); !ok) {
    return named(std::move(ok).error());
  }
  size_t written = 0;
  for (const auto& row : rows) {
    if (full(until)) {
      break;
    }
    if (auto ok = format_->write(bytes_.text(), row); !ok) {
      return named(std::move(ok).error());
    }
    if (auto ok = bytes_.record_done(); !ok) {
      return fail(std::move(ok));
    }
    ++written;
    ++records_;
  }
  if (is_live_) {
    if (auto ok = bytes_.drain(); !ok) {
      return fail(std::move(ok));
    }
  }
  return written;
}

expected<void> record_file::flush() {
  return bytes_.flush(format_->tail());
}

expected<bool> record_file::seal() {
  return bytes_.seal(format_->tail());
}

expected<void> record_file::close() {
  return bytes_.close();
}

} // namespace faucet
