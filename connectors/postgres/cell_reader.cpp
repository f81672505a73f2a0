#include "connectors/postgres/cell_reader.hpp"

#include "connectors/postgres/time_text.hpp"

#include <charconv>
#include <cmath>

namespace faucet {

namespace {

/// The value of a hexadecimal digit, 16 for anything else.
unsigned hex_digit(char x) noexcept {
  if (x >= '0' && x <= '9') {
    return static_cast<unsigned>(x - '0');
  }
  if (x >= 'a' && x <= 'f') {
    return static_cast<unsigned>(x - 'a') + 10;
  }
  return 16;
}

} // namespace

bool pg_cell_reader::refuse(std::string why) {
  failure_ = std::move(why);
  return false;
}

bool pg_cell_reader::refuse_text(std::string_view text, std::string_view what) {
  constexpr size_t shown = 40;
  auto part = text.size() <= shown ? text : text.substr(0, shown);
  return refuse("\"" + std::string{part} + "\" is no " + std::string{what});
}

bool pg_cell_reader::read(const pg_type& type, std::string_view text, page_builder& page,
                          value& into) {
  auto time = [&](auto reading, std::string_view what) {
    auto found = reading(text, page.memory());
    if (!found) {
      return refuse_text(text, what);
    }
    into = value::of_string(*found);
    return true;
  };
  switch (type.reading) {
    case pg_reading::text:
      into = page.string(text); // the server sees to it that it is UTF-8
      return true;
    case pg_reading::integer:
      return read_integer(text, into);
    case pg_reading::real:
      return read_real(text, into);
    case pg_reading::boolean:
      into = value::of_bool(text == "t");
      return true;
    case pg_reading::bytes:
      return read_bytes(text, page, into);
    case pg_reading::json:
      return read_json(text, page, into);
    case pg_reading::date:
      return time(pg_date_text, "ISO date; is DateStyle another than ISO?");
    case pg_reading::timestamp:
      return time(pg_timestamp_text, "ISO timestamp; is DateStyle another than ISO?");
    case pg_reading::timestamptz:
      return time(pg_timestamptz_text, "ISO timestamp with offset; is DateStyle another than ISO?");
    case pg_reading::array:
      return read_array(type, text, page, into);
  }
  return refuse("unknown type");
}

bool pg_cell_reader::read_integer(std::string_view text, value& into) {
  int64_t number = 0;
  auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc{} || end != text.data() + text.size()) {
    return refuse_text(text, "integer");
  }
  into = value::of_int(number);
  return true;
}

bool pg_cell_reader::read_real(std::string_view text, value& into) {
  double number = 0;
  auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc{} || end != text.data() + text.size()) {
    return refuse_text(text, "floating-point number");
  }
  if (std::isfinite(number)) {
    into = value::of_double(number);
  } else if (std::isnan(number)) {
    into = value::of_string("NaN");
  } else {
    into = value::of_string(number < 0 ? "-Infinity" : "Infinity");
  }
  return true;
}

bool pg_cell_reader::read_bytes(std::string_view text, page_builder& page, value& into) {
  if (!text.starts_with("\\x") || text.size() % 2 != 0) {
    return refuse_text(text, "bytea in hexadecimal digits");
  }
  text.remove_prefix(2);
  auto size = text.size() / 2;
  auto* octets = static_cast<char*>(page.memory().allocate(size));
  for (size_t i = 0; i < size; ++i) {
    auto high = hex_digit(text[2 * i]);
    auto low = hex_digit(text[2 * i + 1]);
    if (high > 15 || low > 15) {
      return refuse_text(text, "bytea in hexadecimal digits");
    }
    octets[i] = static_cast<char>(high << 4 | low);
  }
  into = value::of_bytes({octets, size});
  return true;
}

bool pg_cell_reader::read_json(std::string_view text, page_builder& page, value& into) {
  auto parsed = json_.parse(text, page);
  if (!parsed) {
    return refuse(std::move(parsed.error().what));
  }
  auto allowed = apply(policy_, *parsed, page);
  if (!allowed) {
    return refuse(std::move(allowed.error().what));
  }
  into = *allowed;
  return true;
}

} // namespace faucet
