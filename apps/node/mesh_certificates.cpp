#include "apps/node/mesh_certificates.hpp"

#include <spdlog/spdlog.h>

namespace faucet {

void mesh_certificates::keep(std::shared_ptr<link_credentials> credentials) {
  std::lock_guard guard{mutex_};
  credentials_ = std::move(credentials);
}

void mesh_certificates::read_again() {
  std::lock_guard guard{mutex_};
  if (!credentials_) {
    spdlog::info("SIGHUP is ignored: there are no certificates of a mesh to read again");
    return;
  }
  if (auto ok = credentials_->read_again(); !ok) {
    spdlog::error("{}", render(ok.error()));
    return;
  }
  spdlog::info("the certificates of the mesh were read again");
}

} // namespace faucet
