#include "connectors/generate/generate_source.hpp"

#include "config/document.hpp"
#include "connectors/batch_size.hpp"
#include "connectors/generate/field_plan.hpp"
#include "connectors/generate/pace.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace faucet {

namespace {

constexpr std::string_view default_fields = R"(
id: {kind: sequence}
name: {kind: string, length: 8}
country: {kind: choice, values: [Austria, Brazil, Canada, Denmark, Egypt, France, Ghana, India]}
amount: {kind: decimal, max: 1000, scale: 2}
created_at: {kind: timestamp}
active: {kind: bool}
)";

struct generate_options {
  uint64_t rows;
  uint64_t seed;
  named<field_options> fields;
  std::optional<double> rows_per_sec;
  uint32_t page_delay_ms;
  size_t batch_size;
};

void fields(option_visitor& v, generate_options& x) {
  v.field("rows", x.rows, required, "Number of records; 0 = without end.");
  v.field("seed", x.seed, uint64_t{0}, "Another seed gives other values.");
  v.field("fields", x.fields, named<field_options>{},
          "The fields of a record, in their order; a small set unless set.");
  v.field("rows_per_sec", x.rows_per_sec, "Make no more records than that in a second.");
  v.field("page_delay_ms", x.page_delay_ms, uint32_t{0}, "Pause between pages.");
  batch_size_field(v, x.batch_size);
}

class generate_driver final : public source_driver {
public:
  explicit generate_driver(generate_options options)
    : options_(std::move(options)),
      pace_(options_.rows_per_sec, std::chrono::milliseconds{options_.page_delay_ms}) {
    // nop
  }

  /// The fields, checked and planned.
  expected<void> plan(const node& config);

  expected<void> open(const driver_context& context,
                      const std::optional<bookmark>& resume) override;

  expected<std::optional<page>> next() override;

  [[nodiscard]] bool resumes() const override {
    return true;
  }

private:
  [[nodiscard]] bool at_end() const noexcept {
    return options_.rows != 0 && next_ >= options_.rows;
  }

  generate_options options_;
  pace pace_;
  driver_context context_;
  std::vector<field_plan> fields_;
  shape_ptr shape_;
  page constants_;
  page_builder builder_;
  uint64_t next_ = 0; ///< number of the next record, from 0
};

expected<void> generate_driver::plan(const node& config) {
  page_builder constants;
  auto planned = plan_fields(options_.fields, config, "fields", options_.seed, constants);
  if (!planned) {
    return fail(std::move(planned));
  }
  fields_ = std::move(*planned);
  shape_ = shape_of(options_.fields);
  constants_ = constants.finish();
  auto most = std::numeric_limits<uint64_t>::max();
  for (const auto& field : fields_) {
    most = std::min(most, field.rows());
  }
  if (options_.rows > most) {
    return fail(ec::invalid_config,
                "rows: a field runs out of values after " + std::to_string(most) + " rows",
                to_string(config.where()));
  }
  options_.rows =
    options_.rows == 0 && most != std::numeric_limits<uint64_t>::max() ? most : options_.rows;
  return {};
}

expected<void> generate_driver::open(const driver_context& context,
                                     const std::optional<bookmark>& resume) {
  context_ = context;
  if (!resume) {
    return {};
  }
  const auto& text = resume->json;
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), next_);
  if (status != std::errc{} || end != text.data() + text.size()) {
    return fail(ec::source_failed, "the bookmark is no number of a record", text);
  }
  return {};
}

expected<std::optional<page>> generate_driver::next() {
  if (at_end()) {
    return std::nullopt;
  }
  pace_.wait(context_);
  if (context_.stopped()) {
    return page{};
  }
  auto most = pace_.rows_a_page(options_.batch_size);
  builder_.keep(constants_);
  do {
    auto [row, cells] = builder_.object(shape_);
    for (size_t i = 0; i < cells.size(); ++i) {
      cells[i] = fields_[i].make_value(next_, builder_);
    }
    builder_.add(row);
    ++next_;
  } while (!at_end() && !builder_.full(most));
  pace_.count(builder_.rows());
  return builder_.finish(bookmark{std::to_string(next_)});
}

expected<std::unique_ptr<source_driver>> make_generate_driver(const node& config) {
  generate_options options;
  if (auto ok = read_options(config, options, "source generate"); !ok) {
    return fail(std::move(ok));
  }
  if (options.rows_per_sec && *options.rows_per_sec <= 0) {
    return fail(ec::invalid_config, "rows_per_sec: expected a number above 0",
                to_string(config.find("rows_per_sec")->where()));
  }
  const auto* fields_config = config.find("fields");
  if (options.fields.empty()) {
    static const auto preset = parse_document(default_fields, "the fields of generate");
    if (!preset) {
      return tl::unexpected{preset.error()};
    }
    fields_config = &*preset;
    if (auto ok = option_type<named<field_options>>::read(*preset, "fields", options.fields); !ok) {
      return fail(std::move(ok));
    }
  }
  auto result = std::make_unique<generate_driver>(std::move(options));
  if (auto ok = result->plan(*fields_config); !ok) {
    return fail(std::move(ok));
  }
  return result;
}

} // namespace

source_descriptor generate_source() {
  return {.type = "generate",
          .summary = "Makes records from a seed, for demos, tests and measurements.",
          .can = {.resumable = true, .replayable = true},
          .options = &describe_options<generate_options>,
          .make = &make_generate_driver};
}

} // namespace faucet
