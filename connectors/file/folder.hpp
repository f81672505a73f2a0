#pragma once

#include "model/error.hpp"

#include <filesystem>
#include <vector>

namespace faucet {

struct folder_entry {
  std::filesystem::path path; ///< below the folder as it was named
  bool is_folder;             ///< also where it is a link to one
  bool is_link;
};

/// The files and folders in a folder ("" = here), but not sockets and the like, in no order. Errors
/// name the folder, or a link that leads nowhere. Scratch files of sinks are left out.
expected<std::vector<folder_entry>> list_folder(const std::filesystem::path& folder);

/// Refuses a link where none is to be followed.
expected<void> check_link(const folder_entry& entry, bool no_links);

/// True for names that sinks use while they write.
bool is_scratch_name(const std::filesystem::path& name);

} // namespace faucet
