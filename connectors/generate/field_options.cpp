#include "connectors/generate/field_options.hpp"

namespace faucet {

field_options::field_options() = default;
field_options::field_options(const field_options&) = default;
field_options::field_options(field_options&&) noexcept = default;
field_options& field_options::operator=(const field_options&) = default;
field_options& field_options::operator=(field_options&&) noexcept = default;
field_options::~field_options() = default;

void fields(option_visitor& v, field_options& x) {
  v.field("kind", x.kind, required, "What the values are.");
  v.field("start", x.start,
          "sequence: the first number, 1 unless set. timestamp: the first time, as RFC 3339, "
          "2024-01-01T00:00:00Z unless set.");
  v.field("step_secs", x.step_secs, "timestamp: seconds from row to row, 1 unless set.");
  v.field("min", x.min, "int, float, decimal: the least value, 0 unless set.");
  v.field("max", x.max, "int, float, decimal: the greatest value; 1000000, 1 and 1000 unless set.");
  v.field("scale", x.scale, "decimal: digits behind the point, 2 unless set.",
          {.former_name = {}, .secret = false, .minimum = 0, .maximum = 18});
  v.field("length", x.length, "string: number of characters, 12 unless set.",
          {.former_name = {}, .secret = false, .minimum = 0, .maximum = 1 << 20});
  v.field("values", x.values, "choice: the values to choose from, any of them alike.");
  v.field("value", x.value, "constant: the value.");
  v.field("fields", x.fields, named<field_options>{}, "object: its fields.");
  v.field("null_ratio", x.null_ratio, 0.0, "How many of the values are null, from 0 to 1.");
}

} // namespace faucet
