#pragma once

#include "cluster/link/credentials.hpp"
#include "cluster/link/endpoint.hpp"
#include "model/error.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// What a person says about the mesh, as flags carry it.
struct mesh_flags {
  std::string mesh = "127.0.0.1:0"; ///< --mesh
  std::string advertise;            ///< --mesh-advertise
  std::vector<std::string> join;    ///< --join, one for each
  std::string ca;                   ///< --mesh-ca
  std::string certificate;          ///< --mesh-cert
  std::string key;                  ///< --mesh-key
  bool insecure = false;            ///< --mesh-insecure
  bool off = false;                 ///< --no-mesh
};

/// How a node takes part in the mesh.
struct mesh_settings {
  endpoint listen;    ///< port 0 takes any that is free
  endpoint advertise; ///< what peers dial; port 0 stands for the one listened at
  std::vector<endpoint> join;
  std::optional<credential_files> credentials;                ///< none: not encrypted
  std::chrono::milliseconds lease = std::chrono::seconds{30}; ///< who was silent for longer is dead
};

/// Reads what the flags say; nothing where there is to be no mesh. Refuses, naming the flag, what
/// cannot be read, part of a set of certificates, an address that no peer could dial, and to listen
/// beyond this machine without TLS unless `insecure` says so.
expected<std::optional<mesh_settings>> read_mesh_flags(const mesh_flags& flags);

} // namespace faucet
