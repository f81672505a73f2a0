#pragma once

#include "model/error.hpp"

#include <filesystem>
#include <string>

namespace faucet {

/// Stands beside a history.
inline constexpr const char* token_file_name = "faucet.token";

/// The token of a node that was given none: what the file holds, or a new one that is put there.
struct kept_token {
  std::filesystem::path file;
  std::string token;
  bool is_new = false;
};

/// Where the token of a node is kept, in the folder of its history.
std::filesystem::path token_file_in(const std::filesystem::path& folder);

/// The token beside a history. The file is made with mode 0600, whole or not at all, so that nodes
/// that start together agree. One that is there is refused where others may read or change it.
expected<kept_token> take_token(const std::filesystem::path& folder);

} // namespace faucet
