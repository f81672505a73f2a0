#pragma once

#include "actors/errors.hpp"
#include "actors/messages.hpp"
#include "actors/write_permit.hpp"

#include <caf/result.hpp>

#include <exception>
#include <string>
#include <utility>

namespace faucet {

/// Calls a driver. What it throws becomes a failure of this one call: a driver that throws fails
/// its invocation, not the process.
template <class F>
auto call_driver(const std::string& type, F&& f) -> decltype(f()) {
  try {
    return f();
  } catch (const std::exception& thrown) {
    return fail(ec::internal, std::string{"the driver threw an exception: "} + thrown.what(), type);
  } catch (...) {
    return fail(ec::internal, "the driver threw something that is no exception", type);
  }
}

/// The same, only while writing is allowed; `permit` may be none.
template <class F>
auto call_permitted(const write_permit* permit, const std::string& type, F&& f) -> decltype(f()) {
  if (permit != nullptr && !permit->holds()) {
    return fail(ec::lease_lost, "this node may not write for the run any more", type);
  }
  return call_driver(type, std::forward<F>(f));
}

/// What a handler returns for what a driver returned.
template <class T>
caf::result<T> answer(expected<T> x) {
  if (!x) {
    return to_caf(x.error());
  }
  return std::move(*x);
}

inline caf::result<atom::done> answer(const expected<void>& x) {
  if (!x) {
    return to_caf(x.error());
  }
  return atom::done{};
}

} // namespace faucet
