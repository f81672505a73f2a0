#include "model/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace faucet {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// What the first byte of a character says: its length and the range of its second byte.
struct lead {
  size_t length = 0; ///< 0 where no character begins so
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
};

lead lead_of(unsigned char byte) noexcept {
  if (byte < 0x80) {
    return {1};
  }
  if (byte >= 0xC2 && byte <= 0xDF) {
    return {2};
  }
  switch (byte) {
    case 0xE0:
      return {3, 0xA0, 0xBF};
    case 0xED:
      return {3, 0x80, 0x9F};
    case 0xF0:
      return {4, 0x90, 0xBF};
    case 0xF4:
      return {4, 0x80, 0x8F};
    default:
      break;
  }
  if (byte >= 0xE1 && byte <= 0xEF) {
    return {3};
  }
  return byte >= 0xF1 && byte <= 0xF3 ? lead{4} : lead{};
}

struct piece {
  size_t length; ///< at least 1
  bool valid;
  bool cut; ///< valid so far, but the bytes end
};

/// The character at the start of `bytes`, or how far it is one.
piece first_piece(std::string_view bytes) noexcept {
  auto expect = lead_of(static_cast<unsigned char>(bytes[0]));
  if (expect.length == 0) {
    return {1, false, false};
  }
  for (size_t i = 1; i < expect.length; ++i) {
    if (i == bytes.size()) {
      return {i, false, true};
    }
    auto byte = static_cast<unsigned char>(bytes[i]);
    auto fits = i == 1 ? byte >= expect.low && byte <= expect.high : byte >= 0x80 && byte <= 0xBF;
    if (!fits) {
      return {i, false, false};
    }
  }
  return {expect.length, true, false};
}

/// Most text is ASCII: eight bytes of it at a time.
bool starts_with_ascii_word(std::string_view bytes) noexcept {
  uint64_t word = 0;
  if (bytes.size() < sizeof word) {
    return false;
  }
  std::memcpy(&word, bytes.data(), sizeof word);
  return (word & 0x8080808080808080ULL) == 0;
}

} // namespace

bool is_utf8(std::string_view bytes) noexcept {
  return valid_utf8_prefix(bytes) == bytes.size();
}

size_t valid_utf8_prefix(std::string_view bytes) noexcept {
  size_t at = 0;
  while (at < bytes.size()) {
    if (starts_with_ascii_word(bytes.substr(at))) {
      at += sizeof(uint64_t);
      continue;
    }
    auto next = first_piece(bytes.substr(at));
    if (!next.valid) {
      break;
    }
    at += next.length;
  }
  return at;
}

size_t cut_utf8_suffix(std::string_view bytes) noexcept {
  for (size_t length = 1; length <= std::min<size_t>(3, bytes.size()); ++length) {
    auto next = first_piece(bytes.substr(bytes.size() - length));
    if (next.cut) {
      return length;
    }
  }
  return 0;
}

std::string with_utf8_replaced(std::string_view bytes) {
  std::string result;
  result.reserve(bytes.size() + bytes.size() / 8);
  while (!bytes.empty()) {
    auto valid = valid_utf8_prefix(bytes);
    result += bytes.substr(0, valid);
    bytes.remove_prefix(valid);
    if (!bytes.empty()) {
      result += replacement;
      bytes.remove_prefix(first_piece(bytes).length);
    }
  }
  return result;
}

std::string shortened(std::string_view utf8, size_t longest) {
  if (utf8.size() <= longest) {
    return std::string{utf8};
  }
  auto end = longest;
  while (end > 0 && (static_cast<unsigned char>(utf8[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return std::string{utf8.substr(0, end)} + "…";
}

} // namespace faucet
