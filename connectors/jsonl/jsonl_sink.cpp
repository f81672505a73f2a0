#include "connectors/jsonl/jsonl_sink.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/bytes/output_path.hpp"
#include "connectors/config_error.hpp"
#include "connectors/formats/single_file_sink.hpp"

namespace faucet {

namespace {

struct jsonl_options {
  std::string path;
  bool append;
  bool pretty;
  compression how;
  std::optional<node> encryption;
  size_t batch_size;
};

void fields(option_visitor& v, jsonl_options& x) {
  v.field("path", x.path, required, "File to write. Missing parent directories are made.",
          {.leads_to = reach::path});
  v.field("append", x.append, false, "Add to the file instead of replacing it.");
  v.field("pretty", x.pretty, false, "Indent each record over several lines.");
  v.field("compression", x.how, compression::automatic,
          "Compression of the file; auto goes by its ending (.gz, .zst).");
  v.field("encryption", x.encryption, "Not supported by this build.");
  sink_batch_size_field(v, x.batch_size);
}

expected<void> check(const jsonl_options& x, const node& config) {
  if (auto ok = check_output_path(x.path, config); !ok) {
    return ok;
  }
  constexpr std::string_view unsupported[] = {"encryption"};
  return refuse_unsupported(config, unsupported);
}

class jsonl_driver final : public single_file_sink {
public:
  explicit jsonl_driver(const jsonl_options& x)
    : single_file_sink({.path = x.path,
                        .append = x.append,
                        .create_parents = true,
                        .style = {.format = record_format::json_lines,
                                  .how = resolve(x.how, x.path),
                                  .pretty = x.pretty}}) {
    // nop
  }
};

} // namespace

sink_descriptor jsonl_sink() {
  return describe_sink<jsonl_driver, jsonl_options>("jsonl", "Writes records to a file, as JSON, "
                                                             "one a line.");
}

} // namespace faucet
