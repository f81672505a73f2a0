#include "config/node.hpp"

#include <array>

namespace faucet {

std::string to_string(const position& where) {
  auto result = where.file ? *where.file : std::string{};
  if (where.line != 0) {
    result += ":" + std::to_string(where.line);
  }
  return result;
}

const node* node::find(std::string_view key) const noexcept {
  if (const auto* entries = map()) {
    for (const auto& candidate : *entries) {
      if (candidate.key == key) {
        return &candidate.value;
      }
    }
  }
  return nullptr;
}

const char* node::type_name() const noexcept {
  static constexpr std::array names{"null",   "bool",   "integer", "integer",
                                    "number", "string", "list",    "map"};
  return names[content_.index()];
}

} // namespace faucet
