#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// The pool of a run that names none, and of a member that was given none.
inline constexpr const char* default_pool = "default";

/// What a member of the cluster says of itself, to the history and to its peers.
struct member_facts {
  std::string instance;   ///< a name that no other start of a node has, here or elsewhere
  std::string listen;     ///< host:port of its control plane
  std::string mesh;       ///< host:port of its mesh; empty where it is not in one
  uint32_t in_flight = 0; ///< runs that it holds now
  uint32_t max_concurrent = 0;
  uint32_t state_format = 0; ///< the newest format of stored state that it reads

  /// The pools that it serves, sorted; nothing where its release does not know pools, so that it
  /// claims any run.
  std::optional<std::vector<std::string>> pools;

  /// Names of the vault keys that it opens with, the one that it seals with first; none where it
  /// has no key, or is of a release that does not seal. The history tells of them, the mesh does
  /// not.
  std::vector<std::string> vault_keys;

  /// Whether it shares the history with others; nothing where its release does not tell. As with
  /// the keys, the history tells of it and the mesh does not.
  std::optional<bool> clustered;

  friend bool operator==(const member_facts&, const member_facts&) = default;
};

} // namespace faucet
