#include "connectors/csv/csv_source.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/bytes/file_identity.hpp"
#include "connectors/formats/csv_reader.hpp"

namespace faucet {

namespace {

struct csv_source_options {
  std::string path;
  csv_dialect dialect;
  size_t batch_size;
  compression compressed;
  invalid_utf8 policy;
};

void fields(option_visitor& v, csv_source_options& x) {
  v.field("path", x.path, required, "File to read.", {.leads_to = reach::path});
  fields(v, x.dialect);
  batch_size_field(v, x.batch_size);
  v.field("compression", x.compressed, compression::automatic,
          "How the file is compressed; auto goes by its ending, .gz or .zst.");
  invalid_utf8_field(v, x.policy);
}

expected<void> check(const csv_source_options& x, const node& config) {
  return check(x.dialect, config);
}

class csv_source_driver final : public source_driver {
public:
  explicit csv_source_driver(csv_source_options options) : options_(std::move(options)) {
    // nop
  }

  expected<void> open(const driver_context&, const std::optional<bookmark>&) override {
    auto bytes = open_bytes(options_.path, options_.compressed);
    if (!bytes) {
      return fail(std::move(bytes));
    }
    reader_.emplace(text_reader{std::move(*bytes), options_.path, options_.policy},
                    options_.dialect);
    return {};
  }

  expected<std::optional<page>> next() override {
    if (!reader_) {
      return std::nullopt;
    }
    auto more = reader_->fill(builder_, options_.batch_size);
    if (!more) {
      return fail(std::move(more));
    }
    auto rows = builder_.finish();
    if (!*more) {
      reader_.reset();
    }
    return rows.empty() ? std::nullopt : std::optional{std::move(rows)};
  }

  expected<void> probe(const driver_context&) override {
    return probe_bytes(options_.path);
  }

  [[nodiscard]] bool reads(const std::filesystem::path& file) const override {
    return file_identity(file) == file_identity(options_.path);
  }

private:
  csv_source_options options_;
  std::optional<csv_reader> reader_;
  page_builder builder_;
};

} // namespace

source_descriptor csv_source() {
  return describe_source<csv_source_driver, csv_source_options>("csv", "Records of one CSV file.");
}

} // namespace faucet
