#include "connectors/formats/csv_dialect.hpp"

#include "connectors/formats/csv_characters.hpp"

namespace faucet {

void fields(option_visitor& v, csv_dialect& x) {
  v.field("has_headers", x.has_headers, true,
          "Whether the first row names the columns; else they are column_0, column_1 and so on.",
          {.former_name = "write_headers"});
  v.field("delimiter", x.delimiter, ',', "Character between two fields, or its byte value.");
  v.field("quote", x.quote, '"',
          "Character around fields that hold delimiters or line ends, or its byte value.");
  v.field("flexible", x.flexible, false,
          "Accept rows of any length: a short row lacks its last columns, the fields beyond the "
          "last column are named column_N. Else such a row is an error.");
  v.field("null_values", x.null_values, std::vector<std::string>{},
          "Texts that are read as null, quoted or not.");
}

expected<void> check(const csv_dialect& x, const node& config) {
  return check_csv_characters({.delimiter = x.delimiter, .quote = x.quote}, config);
}

} // namespace faucet
