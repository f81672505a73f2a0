#include "apps/program/exit_code.hpp"

#include "apps/program/logging.hpp"

namespace faucet {

exit_code exit_code_for(outcome how) noexcept {
  switch (how) {
    case outcome::completed:
      return exit_code::done;
    case outcome::cancelled:
      return exit_code::cancelled;
    case outcome::failed:
    case outcome::skipped:
      break;
  }
  return exit_code::failed;
}

exit_code exit_code_for(const error& failure) noexcept {
  return failure.code == ec::invalid_config ? exit_code::bad_usage : exit_code::failed;
}

exit_code complain(const error& failure) {
  tell_error(render(failure));
  return exit_code_for(failure);
}

} // namespace faucet
