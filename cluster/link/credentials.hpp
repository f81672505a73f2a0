#pragma once

#include "cluster/link/tls.hpp"
#include "model/error.hpp"

#include <memory>
#include <mutex>
#include <string>

namespace faucet {

/// Where a node finds what proves who it is, each a file in PEM.
struct credential_files {
  std::string ca;          ///< who signs the certificates of all nodes
  std::string certificate; ///< its own, followed by those between it and the CA
  std::string key;
};

/// What a node proves itself with. Read again on request; links that stand keep what they began
/// with. May be used from several threads.
class link_credentials {
public:
  /// Fails with the file and the reason.
  static expected<std::shared_ptr<link_credentials>> open(credential_files files);

  /// What new links are made with.
  [[nodiscard]] tls_context_ptr current() const;

  /// Reads the files again. Where that fails, what was read before stays.
  expected<void> read_again();

private:
  link_credentials(credential_files files, tls_context_ptr first);

  const credential_files files_;
  mutable std::mutex mutex_;
  tls_context_ptr context_;
};

} // namespace faucet
