// The first line of a request: whatever it is, a path of plain names or a refusal comes of it.

#include "apps/node/gateway/api_routes.hpp"
#include "apps/node/gateway/run_query.hpp"
#include "model/utf8.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace faucet;
  std::string_view text{reinterpret_cast<const char*>(data), size};
  auto target = parse_http_target(text);
  if (!target) {
    return 0;
  }
  for (const auto& segment : target->path) {
    if (segment == "." || segment == ".." || !is_utf8(segment)
        || segment.find('\0') != std::string::npos) {
      std::abort();
    }
  }
  for (const auto* method : {"GET", "POST", "DELETE"}) {
    auto found = api_router().find(method, target->path);
    if (found && found->route >= api_routes().size()) {
      std::abort();
    }
  }
  auto query = read_run_query(*target, "somebody");
  if (query && (query->filter.limit == 0 || query->filter.limit > 500)) {
    std::abort();
  }
  return 0;
}
