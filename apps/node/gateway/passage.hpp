#pragma once

#include "apps/node/gateway/api_routes.hpp"

#include <chrono>
#include <optional>

namespace faucet {

/// How one request goes through the node, from its first look to its reply.
class passage {
public:
  using clock = std::chrono::steady_clock;

  /// Both must outlive it.
  passage(const control_parts& parts, const http_request& request);

  /// Where it leads; nullptr where there is nothing.
  [[nodiscard]] const api_route* at() const;

  /// What stands in the path, where it leads somewhere.
  [[nodiscard]] const std::vector<std::string>& arguments() const {
    return place_->arguments;
  }

  /// What can be said without the history and the body; nothing where it is to be handled.
  [[nodiscard]] std::optional<http_reply> at_once() const;

  [[nodiscard]] api_expected<principal> who() const;

  /// Adds what goes with each reply, and tells whoever counts: of the reply, or of the 503 that
  /// the client got instead where it is not awaited any more.
  void finish(http_reply& reply, bool is_awaited = true) const;

private:
  [[nodiscard]] std::optional<http_reply> of_open_route() const;
  [[nodiscard]] api_expected<void> admit() const;
  [[nodiscard]] api_expected<void> check_type() const;

  const control_parts& parts_;
  const http_request& request_;
  clock::time_point began_;
  std::optional<route_match> place_;
};

} // namespace faucet
