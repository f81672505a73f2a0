#include "state/redis_address.hpp"

#include "model/percent_escapes.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace faucet {

namespace {

constexpr int highest_port = 65535;

tl::unexpected<error> wrong(std::string what) {
  return fail(ec::invalid_config, "not an address of a Redis: " + std::move(what)
                                    + "; expected redis://[user:password@]host[:port][/database]");
}

std::optional<int> number(std::string_view text, int highest) {
  int result = 0;
  auto [at, failure] = std::from_chars(text.data(), text.data() + text.size(), result);
  auto whole = failure == std::errc{} && at == text.data() + text.size();
  return whole && result >= 0 && result <= highest ? std::optional{result} : std::nullopt;
}

/// Cuts off what stands before `sign`, with it; all of it where there is none.
std::string_view cut(std::string_view& rest, char sign) {
  auto end = rest.find(sign);
  auto result = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return result;
}

expected<void> read_user(std::string_view text, redis_address& into) {
  auto user = percent_decoded(cut(text, ':'));
  auto password = percent_decoded(text);
  if (!user || !password) {
    return wrong("a percent sign in user or password must be written %25");
  }
  into.user = std::move(*user);
  into.password = std::move(*password);
  return {};
}

expected<void> read_host(std::string_view text, redis_address& into) {
  if (text.starts_with('[')) { // IPv6
    text.remove_prefix(1);
    into.host = cut(text, ']');
    cut(text, ':');
  } else {
    into.host = cut(text, ':');
  }
  if (into.host.empty()) {
    return wrong("it names no host");
  }
  if (text.empty()) {
    return {};
  }
  auto port = number(text, highest_port);
  if (!port || *port == 0) {
    return wrong("the port must be a number from 1 to 65535");
  }
  into.port = *port;
  return {};
}

} // namespace

std::string redis_address::shown() const {
  return (tls ? "rediss://" : "redis://") + host + ":" + std::to_string(port) + "/"
         + std::to_string(database);
}

expected<redis_address> parse_redis_address(std::string_view url) {
  redis_address result;
  result.tls = url.starts_with("rediss://");
  if (!result.tls && !url.starts_with("redis://")) {
    return wrong("it begins with neither redis:// nor rediss://");
  }
  url.remove_prefix(url.find("//") + 2);
  if (auto at = url.rfind('@'); at != std::string_view::npos) {
    if (auto ok = read_user(url.substr(0, at), result); !ok) {
      return fail(std::move(ok));
    }
    url.remove_prefix(at + 1);
  }
  if (auto ok = read_host(cut(url, '/'), result); !ok) {
    return fail(std::move(ok));
  }
  if (url.empty()) {
    return result;
  }
  auto database = number(url, highest_port);
  if (!database) {
    return wrong("the database behind the host must be a number");
  }
  result.database = *database;
  return result;
}

} // namespace faucet
