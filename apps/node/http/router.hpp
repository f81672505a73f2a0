#pragma once

#include "apps/node/http/message.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Where a request goes: the template of its route and what stands for the names in it.
struct route_match {
  size_t route;                       ///< place in the table
  std::vector<std::string> arguments; ///< what stands for {…}, in order
};

/// What may be asked: "GET", "/v1/runs/{id}".
struct route {
  std::string_view method;
  std::string_view path;
};

/// Finds the route of a request.
class router {
public:
  explicit router(std::span<const route> table);

  /// Nothing where no route has this path and method. HEAD takes the route of GET.
  [[nodiscard]] std::optional<route_match> find(std::string_view method,
                                                const std::vector<std::string>& path) const;

  /// The methods that a path knows, as an Allow header lists them; empty for an unknown path.
  [[nodiscard]] std::string allowed(const std::vector<std::string>& path) const;

private:
  struct entry {
    std::string_view method;
    std::vector<std::string> segments; ///< "{}" stands for any one
  };

  std::vector<entry> entries_;
};

} // namespace faucet
