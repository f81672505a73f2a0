#include "connectors/file/folder.hpp"

#include "connectors/bytes/output_file.hpp"
#include "connectors/file/overwrite_area.hpp"

#include <system_error>

namespace faucet {

namespace fs = std::filesystem;

namespace {

tl::unexpected<error> failed(const fs::path& path, const std::error_code& why) {
  return fail(ec::source_failed, why.message(), path.string());
}

} // namespace

expected<std::vector<folder_entry>> list_folder(const fs::path& folder) {
  std::vector<folder_entry> result;
  std::error_code failure;
  fs::directory_iterator at{folder.empty() ? "." : folder, failure};
  for (; !failure && at != fs::directory_iterator{}; at.increment(failure)) {
    auto name = at->path().filename();
    if (is_scratch_name(name)) {
      continue;
    }
    std::error_code unknown;
    auto kind = at->status(unknown);
    if (!fs::exists(kind)) {
      return failed(folder / name,
                    unknown ? unknown : make_error_code(std::errc::no_such_file_or_directory));
    }
    if (fs::is_regular_file(kind) || fs::is_directory(kind)) {
      result.push_back({folder / name, fs::is_directory(kind), at->is_symlink(unknown)});
    }
  }
  if (failure) {
    return failed(folder, failure);
  }
  return result;
}

expected<void> check_link(const folder_entry& entry, bool no_links) {
  return no_links && entry.is_link
           ? fail(ec::source_failed, "is a link, and below a folder or a pattern none is followed",
                  entry.path.string())
           : expected<void>{};
}

bool is_scratch_name(const fs::path& name) {
  auto text = name.string();
  return text.find(scratch_ending) != std::string::npos || text.starts_with(overwrite_area::prefix);
}

} // namespace faucet
