#include "connectors/sql/overwrite_names.hpp"

#include "model/utf8.hpp"

#include <charconv>
#include <random>

namespace faucet {

namespace {

constexpr std::string_view infix = "__faucet_ovw_";
constexpr size_t time_digits = 12;
constexpr size_t token_digits = 14;

/// Everything of a staging table's name but the token.
std::string prefix_of(std::string_view table, size_t longest) {
  auto room = longest - std::min(longest, infix.size() + token_digits);
  if (table.size() > room) {
    table = table.substr(0, room);
    table.remove_suffix(cut_utf8_suffix(table));
  }
  return std::string{table} + std::string{infix};
}

int64_t milliseconds(std::chrono::system_clock::time_point when) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(when.time_since_epoch()).count();
}

} // namespace

std::string staging_token(std::chrono::system_clock::time_point now) {
  auto number = static_cast<uint64_t>(milliseconds(now)) << 8 | (std::random_device{}() & 0xff);
  std::string result(token_digits, '0');
  for (auto at = result.rbegin(); at != result.rend(); ++at, number >>= 4) {
    *at = "0123456789abcdef"[number & 0xf];
  }
  return result;
}

std::string staging_name(std::string_view table, std::string_view token, size_t longest) {
  return prefix_of(table, longest).append(token);
}

bool is_stale_staging(std::string_view name, std::string_view table,
                      std::chrono::system_clock::time_point now, size_t longest) {
  auto prefix = prefix_of(table, longest);
  if (name.size() != prefix.size() + token_digits || !name.starts_with(prefix)) {
    return false;
  }
  auto token = name.substr(prefix.size());
  if (token.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
    return false;
  }
  int64_t made = 0;
  std::from_chars(token.data(), token.data() + time_digits, made, 16);
  return milliseconds(now - stale_staging_after) > made;
}

} // namespace faucet
