#pragma once

#include "apps/faucet/client/node_access.hpp"
#include "config/node.hpp"

#include <string>
#include <utility>
#include <vector>

namespace faucet {

/// Parameters of a request, not yet escaped.
using query_parameters = std::vector<std::pair<std::string, std::string>>;

/// A path with its parameters: "/v1/runs?limit=5".
std::string path_with(const std::string& path, const query_parameters& query);

/// What a node replied with a status below 300.
struct node_reply {
  unsigned status = 200;
  std::string body;
};

/// Asks one node. Failures name it: `unavailable` where it does not answer, and what it says where
/// it refuses.
class node_client {
public:
  explicit node_client(node_access at) : at_(std::move(at)) {
    // nop
  }

  /// `also` is a status that counts as a reply beside those below 300.
  [[nodiscard]] expected<node_reply> call(const std::string& method, const std::string& path,
                                          const std::string& body = {}, unsigned also = 0) const;

  /// The object that a path shows.
  [[nodiscard]] expected<node> show(const std::string& path, unsigned also = 0) const;

  [[nodiscard]] const std::string& url() const noexcept {
    return at_.url;
  }

private:
  node_access at_;
};

/// The node that the flags name, with the right to ask it.
expected<node_client> node_of(const client_flags& flags);

/// The path of one run: "/v1/runs/ID" and what follows.
std::string run_path(const std::string& run, const std::string& rest = {});

} // namespace faucet
