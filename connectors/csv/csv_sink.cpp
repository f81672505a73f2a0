#include "connectors/csv/csv_sink.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/bytes/output_path.hpp"
#include "connectors/formats/single_file_sink.hpp"

namespace faucet {

namespace {

struct csv_sink_options {
  std::string path;
  char delimiter;
  char quote;
  bool write_headers;
  bool append;
  unknown_field on_unknown;
  compression how;
  size_t batch_size;
};

void fields(option_visitor& v, csv_sink_options& x) {
  v.field("path", x.path, required, "File to write. Missing parent directories are made.",
          {.leads_to = reach::path});
  v.field("delimiter", x.delimiter, ',', "Character between columns, or its byte value.");
  v.field("quote", x.quote, '"', "Character around cells that need it, or its byte value.");
  v.field("write_headers", x.write_headers, true, "Write the names of the columns as first row.");
  v.field("append", x.append, false, "Add to the file instead of replacing it.");
  v.field("on_unknown_field", x.on_unknown, unknown_field::warn,
          "What happens to a field that the first page did not have: warn drops it, error ends the "
          "run, widen adds a column to the whole file.");
  v.field("compression", x.how, compression::automatic,
          "Compression of the file; auto goes by its ending (.gz, .zst).");
  sink_batch_size_field(v, x.batch_size);
}

expected<void> check(const csv_sink_options& x, const node& config) {
  if (auto ok = check_output_path(x.path, config); !ok) {
    return ok;
  }
  return check_csv_characters({.delimiter = x.delimiter, .quote = x.quote}, config);
}

class csv_driver final : public single_file_sink {
public:
  explicit csv_driver(const csv_sink_options& x)
    : single_file_sink(
      {.path = x.path,
       .append = x.append,
       .create_parents = true,
       .style = {.format = record_format::csv,
                 .how = resolve(x.how, x.path),
                 .csv = {.characters = {.delimiter = x.delimiter, .quote = x.quote},
                         .has_headers = x.write_headers,
                         .on_unknown = x.on_unknown}}}) {
    // nop
  }
};

} // namespace

sink_descriptor csv_sink() {
  return describe_sink<csv_driver, csv_sink_options>("csv", "Writes records to a CSV file.");
}

} // namespace faucet
