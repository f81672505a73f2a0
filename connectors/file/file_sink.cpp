#include "connectors/file/file_sink.hpp"

#include "connectors/bytes/output_file.hpp"
#include "connectors/file/file_sink_options.hpp"
#include "connectors/file/overwrite_area.hpp"
#include "connectors/file/part_files.hpp"

#include <algorithm>
#include <system_error>

namespace faucet {

namespace {

/// A path that cannot be anything but a file: a pipe or a device takes what it gets.
bool is_device(const std::filesystem::path& path) {
  std::error_code ignored;
  auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)
         && !std::filesystem::is_directory(status);
}

class file_driver final : public sink_driver {
public:
  explicit file_driver(file_sink_options options)
    : options_(std::move(options)), names_(names_of(options_)) {
    auto path = names_.directory() / names_.file_name();
    if (options_.mode == file_write_mode::overwrite && !is_own_stream(path)) {
      area_.emplace(names_.directory(), names_);
    }
  }

  expected<void> open(const driver_context& context, const sink_start& start) override;

  expected<void> write(const page& rows) override {
    return files_->write(rows.rows()).map([&] {
      unflushed_.records += rows.size();
      ++unflushed_.pages;
    });
  }

  expected<void> flush() override {
    has_flushed_ = true;
    return files_->flush().map([this] { unflushed_ = {}; });
  }

  expected<void> close(ending how) override;

  [[nodiscard]] left_out omitted() const override {
    return area_ && !replaced_ ? left_out::everything() : unflushed_;
  }

  expected<void> probe(const driver_context&) override {
    auto in_place = options_.existing == if_exists::append && !names_.numbered();
    return probe_output(
      {.path = names_.directory() / names_.file_name(1),
       .existing = in_place ? existing_content::appended : existing_content::replaced,
       .create_parents = options_.create_dirs});
  }

  [[nodiscard]] bool overwrites() const override {
    return options_.mode == file_write_mode::overwrite;
  }

  [[nodiscard]] std::vector<std::filesystem::path> writes() const override {
    return {names_.directory() / names_.file_name(1)};
  }

private:
  [[nodiscard]] continuation continuation_of(const sink_start& start) const;
  expected<void> open_area(const driver_context& context, const sink_start& start);
  expected<void> refuse_existing(uint64_t highest) const;
  expected<void> finish(ending how);

  file_sink_options options_;
  part_names names_;
  std::optional<overwrite_area> area_;
  std::optional<part_files> files_;
  bool has_flushed_ = false;
  bool replaced_ = false; ///< with an area: what was there
  left_out unflushed_;
};

continuation file_driver::continuation_of(const sink_start& start) const {
  if (options_.existing == if_exists::append && !names_.numbered()) {
    return continuation::append;
  }
  return start.resuming && !names_.numbered() ? continuation::resume : continuation::replace;
}

expected<void> file_driver::open(const driver_context& context, const sink_start& start) {
  if (is_device(names_.directory() / names_.file_name())) {
    area_.reset();
  }
  if (area_) {
    if (auto ok = open_area(context, start); !ok) {
      return ok;
    }
  }
  const auto& directory = area_ ? area_->directory() : names_.directory();
  auto highest = names_.highest_in(directory);
  if (options_.existing == if_exists::error && !start.resuming && highest != 0) {
    return fail(ec::sink_failed, "the file exists already",
                (directory / names_.file_name(highest)).string());
  }
  auto goes_on = start.resuming || options_.existing == if_exists::append;
  files_.emplace(part_settings{.names = names_,
                               .directory = directory,
                               .create_directory = options_.create_dirs && !area_,
                               .style = style_of(options_),
                               .limits = {.records = options_.max_records_per_file.value_or(0),
                                          .bytes = options_.max_bytes_per_file.value_or(0)},
                               .existing = continuation_of(start)},
                 context);
  return files_->open(names_.numbered() && goes_on ? highest + 1 : 1);
}

expected<void> file_driver::open_area(const driver_context& context, const sink_start& start) {
  if (auto ok = make_parents(names_.directory() / names_.file_name(), options_.create_dirs); !ok) {
    return ok;
  }
  has_flushed_ = start.resuming; // what is in the area already must not be lost either
  return area_->open(start.resuming, context);
}

expected<void> file_driver::close(ending how) {
  if (!files_) {
    return {}; // was never opened
  }
  auto finished = finish(how);
  if (area_) {
    if (how != ending::completed && !has_flushed_) {
      area_->discard();
    }
    area_->release();
  }
  return finished;
}

expected<void> file_driver::finish(ending how) {
  auto in_any_case = options_.existing == if_exists::append;
  auto flushed = how == ending::completed || in_any_case ? flush() : expected<void>{};
  auto closed = files_->close();
  if (!flushed || !closed) {
    return flushed ? std::move(closed) : std::move(flushed);
  }
  if (!area_ || how != ending::completed) {
    return {};
  }
  return area_->commit().map([this] { replaced_ = true; });
}

} // namespace

sink_descriptor file_sink() {
  return describe_sink<file_driver, file_sink_options>(
    "file", "Writes records to files: JSON Lines, a JSON array, CSV or text.");
}

} // namespace faucet
