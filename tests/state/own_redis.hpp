#pragma once

#include "tests/temp_folder.hpp"

#include <string>
#include <vector>

namespace faucet::test {

/// A Redis of one test, with options of its own, to be stopped and started. Ends with it.
class own_redis {
public:
  /// Options as on the command line of redis-server, beside port and folder.
  explicit own_redis(std::vector<std::string> options = {}, bool tls = false);
  own_redis(const own_redis&) = delete;
  own_redis& operator=(const own_redis&) = delete;
  ~own_redis();

  [[nodiscard]] int port() const noexcept {
    return port_;
  }

  void start();
  void stop();

private:
  std::vector<std::string> options_;
  temp_folder folder_;
  int port_ = 0;
  int pid_ = -1;
};

} // namespace faucet::test
