#include "database/address.hpp"

#include <algorithm>
#include <cctype>

namespace faucet {

namespace {

constexpr std::string_view mask = "***";

/// Masks what stands between the first colon behind "scheme://" and the last "@" before the path.
void mask_user_part(std::string& address) {
  auto scheme = address.find("://");
  if (scheme == std::string::npos) {
    return;
  }
  auto start = scheme + 3;
  auto end = address.find_first_of("/?#", start);
  // A password that was not percent-encoded may hold these characters itself.
  auto at = address.rfind('@');
  if (at == std::string::npos || at < start) {
    return;
  }
  if (end != std::string::npos && end < at && address.find('@', start) > end
      && address.find(':', start) > end) {
    return; // the "@" belongs to the path or the query
  }
  auto colon = address.find(':', start);
  if (colon < at) {
    address.replace(colon + 1, at - colon - 1, mask);
  }
}

/// Masks the value behind each `password=`, quoted as libpq quotes or not.
void mask_keyword(std::string& address) {
  constexpr std::string_view keyword = "password";
  auto lower = [](char x) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(x)));
  };
  for (size_t from = 0; from < address.size();) {
    auto found = std::search(address.begin() + static_cast<std::ptrdiff_t>(from), address.end(),
                             keyword.begin(), keyword.end(),
                             [lower](char x, char y) { return lower(x) == y; });
    auto at = static_cast<size_t>(found - address.begin()) + keyword.size();
    at = address.find_first_not_of(' ', std::min(at, address.size()));
    if (at == std::string::npos) {
      return;
    }
    from = at;
    if (address[at] != '=') {
      continue;
    }
    auto start = address.find_first_not_of(' ', at + 1);
    if (start == std::string::npos) {
      return;
    }
    auto end = start;
    if (address[start] == '\'') {
      for (++end; end < address.size() && address[end] != '\''; ++end) {
        end += address[end] == '\\' ? 1 : 0;
      }
      end = std::min(end + 1, address.size());
    } else {
      end = std::min(address.find_first_of(" &", start), address.size());
    }
    address.replace(start, end - start, mask);
    from = start + mask.size();
  }
}

} // namespace

std::string without_password(std::string_view address) {
  std::string result{address};
  mask_user_part(result);
  mask_keyword(result);
  return result;
}

} // namespace faucet
