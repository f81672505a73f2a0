#include "database/quoting.hpp"

namespace faucet {

std::string sql_identifier(std::string_view name) {
  std::string result{'"'};
  for (auto x : name) {
    result += x;
    if (x == '"') {
      result += x;
    }
  }
  return result + '"';
}

} // namespace faucet
