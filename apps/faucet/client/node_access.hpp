#pragma once

#include "model/error.hpp"

#include <memory>
#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace faucet {

/// Which node to ask, as the flags say, and how to print what it answers.
struct client_flags {
  std::string node = "http://127.0.0.1:8080";
  std::string token; ///< empty: that of a file, or none
  bool json = false;
  bool text = false;
};

/// The flags of every subcommand that asks a node.
std::shared_ptr<client_flags> add_node_access(CLI::App& command);

/// A node and the right to ask it.
struct node_access {
  std::string url;   ///< "http://127.0.0.1:8080", without a slash at its end
  std::string token; ///< empty where the node wants none
};

/// A node on this machine that was given no token has put one into `faucet.token`: that of the
/// current folder is taken where none is named.
expected<node_access> access_of(const client_flags& flags);

/// Whether to print JSON: where it is asked for, and where nobody watches.
bool wants_json(const client_flags& flags);

} // namespace faucet
