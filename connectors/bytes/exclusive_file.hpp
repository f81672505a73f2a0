#pragma once

#include "connectors/bytes/open_file.hpp"
#include "connectors/driver.hpp"

#include <functional>

namespace faucet {

/// Takes a file or a directory for this opening of it; false where another has it, or where its
/// path leads elsewhere by now. A process that dies lets go of it. Where the file system knows no
/// locks, everybody gets it.
[[nodiscard]] bool lock(const open_file& file) noexcept;

/// Whether a name still leads to this very file.
[[nodiscard]] bool has_name(const open_file& file, const std::filesystem::path& name) noexcept;

/// Asks until what `target` is written through is free. Fails at once where another run has it; an
/// earlier owner of this one is waited for, as `context` says.
expected<void> wait_until_free(const std::filesystem::path& target, const driver_context& context,
                               const std::function<expected<bool>()>& is_free);

/// The failure of a run whose file another one writes by now.
tl::unexpected<error> taken_over(const std::filesystem::path& target);

} // namespace faucet
