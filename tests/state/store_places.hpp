#pragma once

#include "state/store.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faucet::test {

/// Somewhere to keep bookmarks, empty at first and gone with this.
class store_place {
public:
  virtual ~store_place() = default;

  /// A store of this place. All of them share what it holds.
  virtual std::unique_ptr<state_store> open() = 0;

  /// False where only one thread may use the place.
  [[nodiscard]] virtual bool is_shared() const {
    return true;
  }
};

/// Every kind of place there is, with its name: memory, file, sealed file, redis, postgres.
std::vector<std::string> kinds_of_places();

std::unique_ptr<store_place> make_place(std::string_view kind);

/// True where the two texts are equal as JSON: numbers by value, maps in any order.
bool equal_as_json(std::string_view left, std::string_view right);

} // namespace faucet::test
