#include "connectors/stdout/stdout_sink.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/bytes/byte_writer.hpp"
#include "connectors/bytes/straight_file.hpp"
#include "connectors/formats/csv_writer.hpp"
#include "connectors/formats/json_records.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace faucet {

namespace {

enum class stream { standard_output, standard_error };
enum class stream_format { json_lines, pretty_json, tsv, csv };

constexpr std::array<enum_name<stream>, 2> enum_names(stream) {
  return {{{"stdout", stream::standard_output}, {"stderr", stream::standard_error}}};
}

constexpr std::array<enum_name<stream_format>, 4> enum_names(stream_format) {
  return {{{"json_lines", stream_format::json_lines},
           {"pretty_json", stream_format::pretty_json},
           {"tsv", stream_format::tsv},
           {"csv", stream_format::csv}}};
}

struct stdout_options {
  stream destination;
  stream_format format;
  bool flush_per_record;
  std::optional<uint64_t> max_records;
  size_t batch_size;
};

void fields(option_visitor& v, stdout_options& x) {
  v.field("destination", x.destination, stream::standard_output, "The stream to write to.");
  v.field("format", x.format, stream_format::json_lines,
          "json_lines, pretty_json, or rows under a header: csv, or tsv in which tabs and line "
          "ends within a cell become blanks.");
  v.field("flush_per_record", x.flush_per_record, false,
          "Write each record at once instead of page by page.");
  v.field("max_records", x.max_records, "Write no more records than that; drop the rest.");
  sink_batch_size_field(v, x.batch_size);
}

std::unique_ptr<record_writer> make_writer(stream_format format, const driver_context& context) {
  switch (format) {
    case stream_format::pretty_json:
      return std::make_unique<json_lines_writer>(true);
    case stream_format::csv:
      return std::make_unique<csv_writer>(csv_layout{}, std::vector<std::string>{}, context.warn);
    case stream_format::tsv:
      return std::make_unique<csv_writer>(
        csv_layout{.characters = {.delimiter = '\t', .blanks = true}}, std::vector<std::string>{},
        context.warn);
    case stream_format::json_lines:
      break;
  }
  return std::make_unique<json_lines_writer>();
}

class stdout_driver final : public sink_driver {
public:
  explicit stdout_driver(const stdout_options& options) : options_(options) {
    // nop
  }

  expected<void> open(const driver_context& context, const sink_start&) override {
    auto is_error = options_.destination == stream::standard_error;
    auto descriptor = ::dup(is_error ? STDERR_FILENO : STDOUT_FILENO);
    auto name = is_error ? "stderr" : "stdout";
    if (descriptor < 0) {
      return system_failure("open", name, errno);
    }
    bytes_.emplace(
      std::make_unique<straight_file>(open_file{file_descriptor{descriptor}, name}, context),
      compression::none);
    format_ = make_writer(options_.format, context);
    return {};
  }

  expected<void> write(const page& rows) override {
    auto wanted = rows.rows();
    if (options_.max_records) {
      wanted = wanted.first(std::min<uint64_t>(wanted.size(), *options_.max_records - written_));
    }
    if (auto ok = format_->prepare(wanted, *bytes_); !ok) {
      return named(std::move(ok));
    }
    for (const auto& row : wanted) {
      auto ok = format_->write(bytes_->text(), row);
      if (!ok) {
        return named(std::move(ok));
      }
      ok = options_.flush_per_record ? bytes_->drain() : bytes_->record_done();
      if (!ok) {
        return ok;
      }
    }
    written_ += wanted.size();
    dropped_ += rows.size() - wanted.size();
    return bytes_->drain(); // somebody reads along
  }

  expected<void> flush() override {
    return bytes_->drain();
  }

  expected<void> close(ending) override {
    return bytes_ ? bytes_->close() : expected<void>{};
  }

  [[nodiscard]] left_out omitted() const override {
    return {.records = dropped_};
  }

private:
  [[nodiscard]] expected<void> named(expected<void> failed) const {
    failed.error().which = options_.destination == stream::standard_error ? "stderr" : "stdout";
    return failed;
  }

  stdout_options options_;
  std::optional<byte_writer> bytes_;
  std::unique_ptr<record_writer> format_;
  uint64_t written_ = 0;
  uint64_t dropped_ = 0;
};

} // namespace

sink_descriptor stdout_sink() {
  return describe_sink<stdout_driver, stdout_options>(
    "stdout", "Writes records to the standard output or error.");
}

} // namespace faucet
