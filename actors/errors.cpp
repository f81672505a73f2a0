#include "actors/errors.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

const auto category = caf::atom("faucet");

} // namespace

caf::error to_caf(const error& err) {
  return {static_cast<uint8_t>(err.code), category, caf::make_message(err.what, err.which)};
}

error from_caf(const caf::error& err) {
  if (err.category() == category && err.context().match_elements<std::string, std::string>()) {
    return {static_cast<ec>(err.code()), err.context().get_as<std::string>(0),
            err.context().get_as<std::string>(1)};
  }
  if (err == caf::sec::request_timeout) {
    return {ec::unavailable, "no answer in time", {}};
  }
  return {ec::internal, "a part of the run has ended by itself: " + caf::to_string(err), {}};
}

} // namespace faucet
