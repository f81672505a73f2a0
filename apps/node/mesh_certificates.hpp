#pragma once

#include "cluster/link/credentials.hpp"

#include <memory>
#include <mutex>

namespace faucet {

/// What an encrypted mesh proves itself with, once there is one. May be used from any thread.
class mesh_certificates {
public:
  void keep(std::shared_ptr<link_credentials> credentials);

  /// Reads the files again and logs what came of it; those that cannot be read change nothing.
  void read_again();

private:
  std::mutex mutex_;
  std::shared_ptr<link_credentials> credentials_;
};

} // namespace faucet
