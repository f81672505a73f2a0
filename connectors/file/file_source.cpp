#include "connectors/file/file_source.hpp"

#include "connectors/file/files_to_read.hpp"
#include "connectors/formats/csv_reader.hpp"
#include "connectors/formats/json_array_reader.hpp"
#include "connectors/formats/json_lines_reader.hpp"
#include "connectors/formats/raw_text_reader.hpp"

#include <limits>

namespace faucet {

namespace {

using reader_ptr = std::unique_ptr<record_reader>;

expected<reader_ptr> open_records(const file_source_options& options, const std::string& path) {
  auto bytes = open_bytes(path, options.compressed);
  if (!bytes) {
    return fail(std::move(bytes));
  }
  auto format = format_of(options, path);
  auto max_whole = std::min<size_t>(options.max_object_bytes,
                                    std::numeric_limits<uint32_t>::max()); // of one cell
  block_sizes sizes;
  if (format == file_format::json_array || format == file_format::raw_text) {
    sizes.longest_record = max_whole;
  }
  text_reader text{std::move(*bytes), path, options.policy, sizes};
  switch (format) {
    case file_format::json_lines:
      return std::make_unique<json_lines_reader>(std::move(text));
    case file_format::json_array:
      return std::make_unique<json_array_reader>(std::move(text), max_whole);
    case file_format::csv:
      return std::make_unique<csv_reader>(std::move(text), options.csv);
    default:
      return std::make_unique<raw_text_reader>(std::move(text), max_whole);
  }
}

class file_source_driver final : public source_driver {
public:
  explicit file_source_driver(file_source_options options) : options_(std::move(options)) {
    // nop
  }

  expected<void> open(const driver_context& context,
                      const std::optional<bookmark>& resume) override {
    context_ = context;
    if (auto ok = take_position(resume); !ok) {
      return ok;
    }
    auto files = files_to_read(options_, position_, context);
    if (!files) {
      return fail(std::move(files));
    }
    files_ = std::move(*files);
    for (size_t i = 1; i < std::min(files_.size(), options_.concurrency); ++i) {
      start_loading(files_[i].path);
    }
    return {};
  }

  expected<std::optional<page>> next() override {
    while (next_ < files_.size()) {
      auto rows = next_page();
      if (!rows) {
        return fail(std::move(rows));
      }
      if (!rows->empty() || rows->resume() || context_.stopped()) {
        return std::move(*rows);
      }
    }
    return std::nullopt;
  }

  expected<void> probe(const driver_context& context) override {
    auto files = files_to_read(options_, std::nullopt, context);
    if (!files) {
      return fail(std::move(files));
    }
    for (const auto& file : *files) {
      if (auto ok = probe_bytes(file.path); !ok || context.stopped()) {
        return ok;
      }
    }
    return {};
  }

  [[nodiscard]] bool resumes() const override {
    return options_.incremental.has_value();
  }

  [[nodiscard]] bool reads(const std::filesystem::path& file) const override {
    return is_listed(options_.place, file) && format_of(options_, file) != file_format::automatic;
  }

private:
  expected<void> take_position(const std::optional<bookmark>& resume) {
    if (!options_.incremental) {
      return resume ? fail(ec::state_failed,
                           "the stored bookmark is of incremental reading, which is not "
                           "configured any more; clear the state to read all files",
                           options_.place.path)
                    : expected<void>{};
    }
    position_.emplace(options_.incremental->by);
    if (!resume) {
      return {};
    }
    return read_position::parse(*resume, options_.incremental->by).map([this](read_position x) {
      position_ = std::move(x);
    });
  }

  /// Some rows of the current file, as a rule; its last page carries the position.
  expected<page> next_page() {
    const auto& file = files_[next_];
    if (!reader_) {
      auto opened = open_records(options_, file.path);
      if (!opened) {
        return fail(std::move(opened));
      }
      reader_ = std::move(*opened);
      if (options_.concurrency > 0 && next_ + options_.concurrency < files_.size()) {
        start_loading(files_[next_ + options_.concurrency].path);
      }
    }
    auto more = reader_->fill(builder_, options_.batch_size);
    if (!more) {
      return fail(std::move(more));
    }
    if (*more) {
      return builder_.finish();
    }
    reader_.reset();
    ++next_;
    if (!position_) {
      return builder_.finish();
    }
    position_->advance(file);
    return builder_.finish(position_->to_bookmark());
  }

  file_source_options options_;
  driver_context context_;
  std::optional<read_position> position_; ///< of incremental reading
  std::vector<found_file> files_;
  size_t next_ = 0;
  reader_ptr reader_; ///< of the file at next_, once it is open
  page_builder builder_;
};

} // namespace

source_descriptor file_source() {
  return describe_source<file_source_driver, file_source_options>(
    "file", "Records of files: JSON Lines, JSON, CSV or plain text.", {.resumable = true});
}

} // namespace faucet
