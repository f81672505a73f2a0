#include "apps/node/open_files.hpp"

#include "apps/node/http/server.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace faucet {

size_t raise_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return 2 * http_settings{}.max_connections; // not known, so not less than there ever are
  }
  auto raised = limit;
  raised.rlim_cur = limit.rlim_max;
  return ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

size_t most_connections(size_t open_files) {
  return std::clamp<size_t>(open_files / 2, 1, http_settings{}.max_connections);
}

} // namespace faucet
