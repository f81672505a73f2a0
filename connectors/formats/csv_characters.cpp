#include "connectors/formats/csv_characters.hpp"

#include "connectors/config_error.hpp"

namespace faucet {

expected<void> check_csv_characters(const csv_characters& x, const node& config) {
  auto is_line_end = [](char c) { return c == '\n' || c == '\r'; };
  if (is_line_end(x.delimiter)) {
    return config_error(config, "delimiter", "\"delimiter\" cannot be a line end");
  }
  if (is_line_end(x.quote)) {
    return config_error(config, "quote", "\"quote\" cannot be a line end");
  }
  if (x.delimiter == x.quote) {
    return config_error(config, "quote", "\"quote\" cannot be the delimiter too");
  }
  return {};
}

} // namespace faucet
