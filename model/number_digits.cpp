#include "model/number_digits.hpp"

namespace faucet {

std::string_view number_digits(const value& number, char (&room)[longest_number]) noexcept {
  auto written = [&room](const char* end) {
    return std::string_view{room, static_cast<size_t>(end - room)};
  };
  switch (number.kind()) {
    case kind::int64:
      return written(write_number(room, number.as_int()));
    case kind::uint64:
      return written(write_number(room, number.as_uint()));
    case kind::float64:
      return written(write_number(room, number.as_double()));
    default:
      return number.as_text();
  }
}

} // namespace faucet
