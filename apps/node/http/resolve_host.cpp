#include "apps/node/http/client.hpp"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <future>
#include <system_error>
#include <thread>

namespace faucet {

namespace {

tl::unexpected<error> not_found(const std::string& host, const std::string& why) {
  return fail(ec::unavailable, "its address cannot be found: " + why, host);
}

expected<std::vector<std::string>> look_up(const std::string& host) {
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (auto failed = ::getaddrinfo(host.c_str(), nullptr, &wanted, &found); failed != 0) {
    return not_found(host, ::gai_strerror(failed));
  }
  std::vector<std::string> result;
  for (const auto* each = found; each != nullptr; each = each->ai_next) {
    std::array<char, NI_MAXHOST> text{};
    if (::getnameinfo(each->ai_addr, each->ai_addrlen, text.data(), text.size(), nullptr, 0,
                      NI_NUMERICHOST)
          == 0
        && std::ranges::find(result, text.data()) == result.end()) {
      result.emplace_back(text.data());
    }
  }
  ::freeaddrinfo(found);
  if (result.empty()) {
    return not_found(host, "it has none");
  }
  return result;
}

} // namespace

expected<std::vector<std::string>> resolve_host(const std::string& host,
                                                std::chrono::milliseconds limit) {
  // Nothing ends a look-up that hangs. Its thread is left behind, and ends with it.
  std::packaged_task<expected<std::vector<std::string>>()> task{[host] { return look_up(host); }};
  auto answer = task.get_future();
  try {
    std::thread{std::move(task)}.detach();
  } catch (const std::system_error& thrown) {
    return not_found(host, std::string{"no thread could be started: "} + thrown.what());
  }
  if (answer.wait_for(limit) != std::future_status::ready) {
    return not_found(host, "nobody has answered within " + std::to_string(limit.count()) + " ms");
  }
  return answer.get();
}

} // namespace faucet
