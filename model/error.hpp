#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace faucet {

/// What went wrong, as a caller can act on it. Appended only: codes cross nodes of different
/// versions.
enum class ec : uint8_t {
  none = 0,
  invalid_config,   ///< A pipeline file, an option or a flag is wrong. Nothing was started.
  source_failed,    ///< The source could not be read, or held something it must not hold.
  transform_failed, ///< A record could not be transformed.
  sink_failed,      ///< The sink did not take a page, or could not make it durable.
  state_failed,     ///< The state store could not be read or written.
  state_conflict,   ///< Somebody else changed the state first.
  lease_lost,       ///< The right to write was lost to another owner.
  cancelled,        ///< Stopped on request at a page boundary.
  unavailable,      ///< Transient. Retried, unless it was a write that is not idempotent.
  internal,         ///< A fault of ours.
};

/// Name of a code as it appears in logs and JSON, for example "source_failed".
const char* to_string(ec code) noexcept;

/// One failure: a code for machines, what happened, and which of the user's things it happened to.
struct error {
  ec code = ec::none;
  std::string what;  ///< A sentence without a full stop: "no such file".
  std::string which; ///< The user's thing: a path, "file:line", a key, a row. May be empty.

  friend bool operator==(const error&, const error&) = default;
};

/// The message a person reads: "<which>: <what>", or what alone.
std::string render(const error& err);

/// True where trying again may help.
bool is_transient(const error& err) noexcept;

template <class T>
using expected = tl::expected<T, error>;

/// Shorthand for returning a failure from a function that returns `expected`.
inline tl::unexpected<error> fail(ec code, std::string what, std::string which = {}) {
  return tl::unexpected<error>(error{code, std::move(what), std::move(which)});
}

/// Passes a failure of one `expected` on as another's.
template <class T>
tl::unexpected<error> fail(expected<T>&& failed) {
  return tl::unexpected<error>(std::move(failed).error());
}

} // namespace faucet
