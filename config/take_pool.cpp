#include "config/take_pool.hpp"

#include <algorithm>

namespace faucet {

bool is_pool_name(std::string_view text) noexcept {
  constexpr size_t longest = 63;
  auto first = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  auto later = [first](char c) { return first(c) || c == '-' || c == '_'; };
  return !text.empty() && text.size() <= longest && first(text.front())
         && std::ranges::all_of(text, later);
}

expected<std::string> take_pool(node& document) {
  const auto* pool = document.find("pool");
  if (pool == nullptr) {
    return std::string{};
  }
  if (pool->text() == nullptr) {
    return fail(ec::invalid_config,
                std::string{"pool: expected a string, found "} + pool->type_name(),
                to_string(pool->where()));
  }
  auto result = *pool->text();
  std::erase_if(std::get<node::map_type>(document.content()),
                [](const auto& entry) { return entry.key == "pool"; });
  return result;
}

} // namespace faucet
