#pragma once

#include "cluster/decisions/events.hpp"
#include "tests/sim/virtual_time.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace faucet::sim {

struct world;

/// The mesh: links between nodes that come and go, and messages that get lost, late, twice or in
/// another order.
class network {
public:
  network(world& around, std::size_t places);

  /// Makes and drops links from now on.
  void begin();

  /// A process has ended: whoever can be reached sees the link drop at once, the others in time.
  void process_ended(std::size_t place, const std::string& instance);

  [[nodiscard]] bool linked(std::size_t from, std::size_t to) const;

  /// To whichever node runs that instance, if there is a link to it.
  void send(std::size_t from, const std::string& to, const member_event& message);

  /// What comes of knocking at the mesh port of an instance that ran at a place.
  void knock(std::size_t from, const std::string& instance, uint64_t round);

private:
  struct link {
    bool up = false;
    std::string first; ///< the instances that it links
    std::string second;
    virtual_time bad_since{-1};
    virtual_time dial_at{0};
  };

  link& between(std::size_t x, std::size_t y);
  void look();
  void look_at(std::size_t x, std::size_t y);
  void drop(link& one, std::size_t x, std::size_t y);

  world& world_;
  std::size_t places_;
  std::vector<link> links_;
};

/// The place in the name of an instance.
std::size_t place_of(const std::string& instance);

} // namespace faucet::sim
