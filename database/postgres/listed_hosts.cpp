#include "database/postgres/listed_hosts.hpp"

#include <algorithm>

namespace faucet {

std::vector<std::string> listed(std::string_view list) {
  std::vector<std::string> result;
  for (auto is_last = list.empty(); !is_last;) {
    auto comma = list.find(',');
    result.emplace_back(list.substr(0, comma));
    is_last = comma == std::string_view::npos;
    list.remove_prefix(is_last ? list.size() : comma + 1);
  }
  return result;
}

std::vector<std::string> listed_hosts(std::string_view names, std::string_view addresses) {
  auto result = listed(names);
  auto known = listed(addresses);
  if (result.empty()) {
    result.resize(std::max<size_t>(known.size(), 1));
  }
  for (size_t i = 0; i < result.size(); ++i) {
    if (result[i].empty() && (i >= known.size() || known[i].empty())) {
      result[i] = "localhost";
    }
  }
  return result;
}

} // namespace faucet
