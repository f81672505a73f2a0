#pragma once

#include "model/error.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// How the file of a database may be opened.
enum class sqlite_access {
  unsaid,
  read_only,  ///< mode=ro
  read_write, ///< mode=rw: the file must be there
  create,     ///< mode=rwc
};

/// Where a database is.
struct sqlite_address {
  std::string path; ///< ":memory:" for one in memory
  sqlite_access access = sqlite_access::unsaid;
  bool immutable = false; ///< promised: nobody changes the file while it is read

  [[nodiscard]] bool in_memory() const noexcept {
    return path == ":memory:";
  }
};

/// What an address begins with where it must say that it is one.
inline constexpr std::string_view sqlite_scheme = "sqlite:";

/// Reads `path`, `sqlite:path`, `sqlite://path`, `file:path` or `:memory:`, each with
/// `?mode=ro|rw|rwc|memory`, `immutable=true|false` and `cache=private|shared` (which makes no
/// difference) behind it. Percent escapes in it are decoded.
expected<sqlite_address> parse_sqlite_address(std::string_view text);

} // namespace faucet
