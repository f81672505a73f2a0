#pragma once

#include "connectors/bytes/open_file.hpp"
#include "connectors/driver.hpp"

#include <functional>
#include <optional>

namespace faucet {

/// Takes a file or a directory for this process; false where another has it. A process that dies
/// lets go of it. Where the file system knows no locks, everybody gets it.
[[nodiscard]] bool lock(const open_file& file) noexcept;

/// Whether a name still leads to this very file.
[[nodiscard]] bool has_name(const open_file& file, const std::filesystem::path& name) noexcept;

/// Nothing where another process has what is to be taken.
using take_file = std::function<expected<std::optional<open_file>>()>;

/// Tries to take what `target` is written through until nobody else has it. Fails at once where
/// another run has it; an earlier owner of this one is waited for, as `context` says.
expected<open_file> take_when_free(const std::filesystem::path& target,
                                   const driver_context& context, const take_file& take);

} // namespace faucet
