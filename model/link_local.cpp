#include "model/link_local.hpp"

#include "model/ascii_case.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace faucet {

namespace {

using namespace std::string_view_literals;

constexpr std::array metadata_names{"metadata"sv, "metadata.google.internal"sv, "instance-data"sv,
                                    "instance-data.ec2.internal"sv};

bool is_link_local(const in_addr& x) {
  auto number = ntohl(x.s_addr);
  return (number >> 16) == 0xa9fe || number == 0x646464c8; // 169.254.0.0/16, 100.100.100.200
}

bool is_link_local(const in6_addr& x) {
  static constexpr std::array<uint8_t, 16> metadata{0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0,    0,
                                                    0,    0,    0,    0,    0, 0, 0x02, 0x54};
  // What leads to an address of the fourth version: mapped ones, and those of NAT64.
  static constexpr std::array<uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  static constexpr std::array<uint8_t, 12> translated{0x00, 0x64, 0xff, 0x9b};
  const auto* bytes = &x.s6_addr[0];
  if (std::equal(mapped.begin(), mapped.end(), bytes)
      || std::equal(translated.begin(), translated.end(), bytes)) {
    in_addr inner{};
    std::memcpy(&inner, bytes + mapped.size(), sizeof inner);
    return is_link_local(inner);
  }
  return (bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80)
         || std::equal(metadata.begin(), metadata.end(), bytes);
}

} // namespace

bool is_link_local(std::string_view host) {
  auto text = ascii_lower(host);
  if (auto zone = text.find('%'); zone != std::string::npos) {
    text.erase(zone);
  }
  in_addr four{};
  if (::inet_aton(text.c_str(), &four) != 0) {
    return is_link_local(four);
  }
  in6_addr six{};
  if (::inet_pton(AF_INET6, text.c_str(), &six) == 1) {
    return is_link_local(six);
  }
  return std::ranges::find(metadata_names, text) != metadata_names.end();
}

bool is_odd_number(std::string_view host) {
  std::string text{host};
  in_addr any{};
  return ::inet_pton(AF_INET, text.c_str(), &any) != 1 && ::inet_aton(text.c_str(), &any) != 0;
}

} // namespace faucet
