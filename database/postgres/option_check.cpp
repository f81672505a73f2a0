#include "database/postgres/option_check.hpp"

#include "database/postgres/listed_hosts.hpp"
#include "database/postgres/said_options.hpp"
#include "model/ascii_case.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

namespace faucet {

namespace {

struct choice {
  std::string_view option;
  std::vector<std::string_view> words;
  bool in_any_case = false;
};

const std::vector<choice>& choices() {
  static const std::vector<std::string_view> protocols{"TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"};
  static const std::vector<choice> result{
    {"sslmode", {"disable", "allow", "prefer", "require", "verify-ca", "verify-full"}},
    {"gssencmode", {"disable", "prefer", "require"}},
    {"channel_binding", {"disable", "prefer", "require"}},
    {"target_session_attrs",
     {"any", "read-write", "read-only", "primary", "standby", "prefer-standby"}},
    {"ssl_min_protocol_version", protocols, true},
    {"ssl_max_protocol_version", protocols, true}};
  return result;
}

constexpr std::array whole_numbers{"connect_timeout",     "keepalives",       "keepalives_idle",
                                   "keepalives_interval", "keepalives_count", "tcp_user_timeout"};

bool is_number(std::string_view text, int least, int most) {
  int found = 0;
  auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), found);
  return failed == std::errc{} && end == text.data() + text.size() && found >= least
         && found <= most;
}

std::string wrong_word(const choice& x, const std::string& said) {
  auto is_said = [&](std::string_view word) {
    return word == said || (x.in_any_case && same_but_for_case(word, said));
  };
  if (said.empty() || std::ranges::any_of(x.words, is_said)) {
    return {};
  }
  std::string list;
  for (auto word : x.words) {
    list += (list.empty() ? "" : ", ") + std::string{word};
  }
  return std::string{x.option} + " is one of " + list + ", not \"" + said + "\"";
}

/// Does not show them: one that is none may be a password in the wrong place.
std::string wrong_port(const std::string& ports, const std::string& hosts) {
  auto given = listed(ports);
  auto is_port = [](const std::string& x) { return x.empty() || is_number(x, 1, 65535); };
  if (!std::ranges::all_of(given, is_port)) {
    return "the port is no number from 1 to 65535";
  }
  auto meant = std::max<size_t>(1, listed(hosts).size());
  return given.size() > 1 && given.size() != meant
           ? std::to_string(given.size()) + " ports for " + std::to_string(meant) + " hosts"
           : "";
}

} // namespace

std::string wrong_pg_option(const std::string& address) {
  auto said = options_said_in(address);
  for (const auto& x : choices()) {
    auto found = said.find(x.option);
    if (auto wrong = found == said.end() ? "" : wrong_word(x, found->second); !wrong.empty()) {
      return wrong;
    }
  }
  for (const auto* option : whole_numbers) {
    auto found = said.find(option);
    if (found != said.end() && !found->second.empty()
        && !is_number(found->second, INT32_MIN, INT32_MAX)) {
      return std::string{option} + " is a whole number, not \"" + found->second + "\"";
    }
  }
  return wrong_port(said["port"], said["hostaddr"].empty() ? said["host"] : said["hostaddr"]);
}

} // namespace faucet
