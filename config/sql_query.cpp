#include "config/sql_query.hpp"

namespace faucet {

expected<void> option_type<sql_query>::read(const node& from, std::string_view key,
                                            sql_query& into) {
  into.values.clear();
  const auto* entries = from.map();
  if (entries == nullptr) {
    return detail::read_string(from, key, into.text);
  }
  const auto* text = from.find("text");
  const auto* values = from.find("values");
  if (entries->size() != 2 || text == nullptr || values == nullptr || values->map() == nullptr) {
    return detail::wrong_type(from, key, "a string");
  }
  for (const auto& [token, bound, ignored] : *values->map()) {
    if (bound.list() != nullptr || bound.map() != nullptr) {
      return detail::wrong_type(bound, token, "a single value to bind in " + std::string{key});
    }
    into.values.push_back({token, bound});
  }
  return detail::read_string(*text, key, into.text);
}

} // namespace faucet
