#include "state/key_file_name.hpp"

#include "state/sha256.hpp"

#include <charconv>

namespace faucet {

namespace {

constexpr size_t longest_stem = 160;
constexpr char shortened_mark = '~'; // in no stem that is whole

/// The beginning of a stem, no escape cut in two.
std::string_view beginning(std::string_view stem, size_t size) {
  auto escape = stem.substr(0, size).rfind('%');
  return stem.substr(0, escape != std::string_view::npos && escape + 3 > size ? escape : size);
}

template <class Predicate>
std::string escaped(std::string_view key, Predicate is_plain) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string result;
  for (auto c : key) {
    auto byte = static_cast<unsigned char>(c);
    if (is_plain(c)) {
      result += c;
    } else {
      result += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return result;
}

} // namespace

std::string key_to_stem(std::string_view key) {
  auto result = escaped(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
  });
  if (result.size() <= longest_stem) {
    return result;
  }
  auto digest = hex_of(sha256(key));
  return std::string{beginning(result, longest_stem - digest.size() - 1)} + shortened_mark + digest;
}

std::string key_to_older_stem(std::string_view key) {
  return escaped(key, [](char c) { return c != ':' && c != '/'; });
}

bool is_shortened(std::string_view stem) noexcept {
  return stem.find(shortened_mark) != std::string_view::npos;
}

std::string stem_to_key(std::string_view stem) {
  std::string result;
  for (size_t i = 0; i < stem.size(); ++i) {
    unsigned byte = 0;
    if (stem[i] == '%' && i + 2 < stem.size()
        && std::from_chars(stem.data() + i + 1, stem.data() + i + 3, byte, 16).ec == std::errc{}) {
      result += static_cast<char>(byte);
      i += 2;
    } else {
      result += stem[i];
    }
  }
  return result;
}

} // namespace faucet
