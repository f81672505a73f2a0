#include "connectors/file/files_to_read.hpp"

#include <algorithm>
#include <chrono>

namespace faucet {

namespace {

using found_files = std::vector<found_file>;

void warn_of(const found_files& skipped, const char* why, const driver_context& context) {
  constexpr size_t most_names = 5;
  if (skipped.empty() || !context.warn) {
    return;
  }
  auto text = std::to_string(skipped.size()) + (skipped.size() == 1 ? " file" : " files")
              + " skipped, " + why + ":";
  for (size_t i = 0; i < std::min(most_names, skipped.size()); ++i) {
    text += (i == 0 ? " " : ", ") + skipped[i].path;
  }
  context.warn(text + (skipped.size() > most_names ? ", ..." : ""));
}

/// Moves the files that `unwanted` names out of `files`.
template <class Predicate>
found_files take_out(found_files& files, Predicate unwanted) {
  auto end = std::stable_partition(files.begin(), files.end(), std::not_fn(unwanted));
  found_files result{std::make_move_iterator(end), std::make_move_iterator(files.end())};
  files.erase(end, files.end());
  return result;
}

expected<void> drop_unknown_formats(const file_source_options& options, found_files& files,
                                    const driver_context& context) {
  for (const auto& file : files) {
    if (format_of(options, file.path) == file_format::unsupported) {
      return fail(ec::source_failed, "this format is not supported by this build", file.path);
    }
  }
  auto unknown = take_out(files, [&](const found_file& file) {
    return format_of(options, file.path) == file_format::automatic;
  });
  if (options.strict && !unknown.empty()) {
    return fail(ec::source_failed, "the ending tells no format that is known; set \"format\"",
                unknown[0].path);
  }
  warn_of(unknown, "their endings tell no format that is known", context);
  return {};
}

void drop_unstable(const file_source_options& options, found_files& files,
                   const driver_context& context) {
  using namespace std::chrono;
  auto now = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
  auto is_young = [&](const found_file& file) {
    auto age_ns = now - file.mtime_ns;
    return age_ns < 0 || static_cast<uint64_t>(age_ns) / 1'000'000'000 < *options.stable_for_secs;
  };
  found_files young;
  if (options.incremental && options.incremental->by == newness::name) {
    // What sorts behind a file that is left out waits too: a later run would not go back.
    auto first = std::ranges::find_if(files, is_young);
    young.assign(first, files.end());
    files.erase(first, files.end());
  } else {
    young = take_out(files, is_young);
  }
  warn_of(young, "left to a later run as they may still be written", context);
}

} // namespace

expected<found_files> files_to_read(const file_source_options& options,
                                    const std::optional<read_position>& position,
                                    const driver_context& context) {
  auto files = list_files(options.place);
  if (!files) {
    return files;
  }
  if (auto ok = drop_unknown_formats(options, *files, context); !ok) {
    return fail(std::move(ok));
  }
  if (position) {
    std::erase_if(*files, [&](const found_file& file) { return !position->is_new(file); });
    sort_for_reading(*files, options.incremental->by);
  }
  if (options.stable_for_secs) {
    drop_unstable(options, *files, context);
  }
  if (options.max_files && files->size() > *options.max_files) {
    files->resize(*options.max_files);
  }
  return files;
}

file_format format_of(const file_source_options& options, const std::filesystem::path& file) {
  return options.format == file_format::automatic ? format_by_ending(file) : options.format;
}

} // namespace faucet
