#pragma once

#include "cluster/link/credentials.hpp"
#include "tests/temp_folder.hpp"

#include <memory>
#include <string>

namespace faucet::test {

/// Signs certificates, as whoever runs a cluster does.
class authority {
public:
  /// Keeps its files in a folder, each beginning with its name.
  authority(const temp_folder& folder, std::string name);
  ~authority();

  authority(const authority&) = delete;
  authority& operator=(const authority&) = delete;

  /// A certificate made out for some addresses, written as "IP:127.0.0.1,DNS:node".
  credential_files issue(const std::string& name, const std::string& addresses) const;

  /// One that nobody signed but itself, beside this CA.
  credential_files self_signed(const std::string& name, const std::string& addresses) const;

  std::shared_ptr<link_credentials> credentials(const std::string& name,
                                                const std::string& addresses) const;

private:
  struct identity;

  credential_files write(const identity& x, const std::string& name) const;

  const temp_folder& folder_;
  std::string name_;
  std::unique_ptr<identity> own_;
};

} // namespace faucet::test
