#pragma once

#include "tests/catch.hpp"

#include <cstdlib>
#include <string>

namespace faucet::test {

/// What tests/with_services started; a test without it fails.
inline std::string service(const char* variable) {
  const auto* found = std::getenv(variable);
  if (found == nullptr || *found == '\0') {
    FAIL(variable << " is not set: run the tests under tests/with_services");
  }
  return found;
}

/// URL of a real PostgreSQL, of a superuser with a password.
inline std::string postgres_address() {
  return service("FAUCET_TEST_POSTGRES");
}

/// URL of a real Redis without a password.
inline std::string redis_url() {
  return service("FAUCET_TEST_REDIS");
}

} // namespace faucet::test
