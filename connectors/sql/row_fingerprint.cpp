#include "connectors/sql/row_fingerprint.hpp"

#include "model/fnv_hash.hpp"

#include <algorithm>
#include <charconv>

namespace faucet {

namespace {

constexpr uint64_t second_basis = 0x84222325cbf29ce4ULL; // the halves of the first, swapped
constexpr size_t digits = 16;                            // of each half

} // namespace

std::string to_string(const row_fingerprint& x) {
  std::string result(2 * digits, '0');
  auto* at = result.data();
  for (auto half : {x.first, x.second}) {
    char buffer[digits];
    auto* end = std::to_chars(buffer, buffer + digits, half, 16).ptr;
    at += digits;
    std::copy_backward(buffer, end, at);
  }
  return result;
}

std::optional<row_fingerprint> parse_row_fingerprint(std::string_view text) noexcept {
  row_fingerprint result;
  if (text.size() != 2 * digits
      || text.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
    return std::nullopt;
  }
  std::from_chars(text.data(), text.data() + digits, result.first, 16);
  std::from_chars(text.data() + digits, text.data() + 2 * digits, result.second, 16);
  return result;
}

row_fingerprint row_fingerprinter::operator()(const value& row) {
  text_.clear();
  writer_.append(text_, row);
  row_fingerprint result{fnv_basis, second_basis};
  for (auto c : text_.view()) { // side by side, for each step waits for the one before
    auto byte = static_cast<unsigned char>(c);
    result.first = (result.first ^ byte) * fnv_prime;
    result.second = (result.second ^ byte) * fnv_prime;
  }
  return result;
}

} // namespace faucet
