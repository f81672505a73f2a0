#include "database/sqlite/address.hpp"

#include <optional>

namespace faucet {

namespace {

tl::unexpected<error> refuse(std::string what) {
  return fail(ec::invalid_config, std::move(what));
}

std::optional<unsigned> hex_digit(char x) {
  if (x >= '0' && x <= '9') {
    return x - '0';
  }
  x |= 0x20;
  return x >= 'a' && x <= 'f' ? std::optional<unsigned>(x - 'a' + 10) : std::nullopt;
}

/// A percent sign that begins no escape stands for itself.
std::string without_escapes(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      auto high = hex_digit(text[i + 1]);
      auto low = hex_digit(text[i + 2]);
      if (high && low) {
        result += static_cast<char>(*high << 4 | *low);
        i += 2;
        continue;
      }
    }
    result += text[i];
  }
  return result;
}

/// Takes a prefix away; true where it was there.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) {
    return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}

expected<void> set(sqlite_address& into, std::string_view name, std::string_view x) {
  if (name == "mode") {
    if (x == "memory") {
      into.path = ":memory:";
    } else if (x == "ro" || x == "rw" || x == "rwc") {
      into.access = x == "ro"   ? sqlite_access::read_only
                    : x == "rw" ? sqlite_access::read_write
                                : sqlite_access::create;
    } else {
      return refuse("mode is one of ro, rw, rwc and memory, not \"" + std::string{x} + "\"");
    }
  } else if (name == "immutable") {
    if (x != "true" && x != "false" && x != "1" && x != "0") {
      return refuse("immutable is true or false, not \"" + std::string{x} + "\"");
    }
    into.immutable = x == "true" || x == "1";
  } else if (name == "cache") {
    if (x != "private" && x != "shared") {
      return refuse("cache is private or shared, not \"" + std::string{x} + "\"");
    }
  } else {
    return refuse("the address of a SQLite database has no parameter \"" + std::string{name}
                  + "\"");
  }
  return {};
}

} // namespace

expected<sqlite_address> parse_sqlite_address(std::string_view text) {
  auto has_scheme = take(text, sqlite_scheme);
  if (take(text, "file:") || has_scheme) {
    take(text, "//");
  }
  auto mark = text.find('?');
  sqlite_address result;
  result.path = without_escapes(text.substr(0, mark));
  auto rest = mark == std::string_view::npos ? std::string_view{} : text.substr(mark + 1);
  while (!rest.empty()) {
    auto end = rest.find('&');
    auto pair = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    auto equals = pair.find('=');
    auto x = equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1);
    if (auto ok = set(result, pair.substr(0, equals), x); !ok) {
      return fail(std::move(ok));
    }
  }
  if (result.path.empty()) {
    return refuse("the address names no file");
  }
  if (result.path.starts_with("file:")) {
    result.path.insert(0, "./"); // SQLite may be built to take it for an address of its own
  }
  if (result.path.find('\0') != std::string::npos) {
    return refuse("the path of the database holds a zero byte");
  }
  return result;
}

} // namespace faucet
