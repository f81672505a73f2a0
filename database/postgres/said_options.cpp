#include "database/postgres/said_options.hpp"

#include <libpq-fe.h>

#include <memory>

namespace faucet {

std::map<std::string, std::string, std::less<>> options_said_in(const std::string& address) {
  std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options{
    PQconninfoParse(address.c_str(), nullptr), PQconninfoFree};
  std::map<std::string, std::string, std::less<>> result;
  for (auto* x = options.get(); x != nullptr && x->keyword != nullptr; ++x) {
    if (x->val != nullptr) {
      result.emplace(x->keyword, x->val);
    }
  }
  return result;
}

} // namespace faucet
