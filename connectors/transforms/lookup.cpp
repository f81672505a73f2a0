#include "connectors/transforms/lookup.hpp"

#include "config/to_value.hpp"
#include "connectors/bytes/file_identity.hpp"
#include "connectors/config_error.hpp"
#include "connectors/transforms/field_writer.hpp"
#include "connectors/transforms/lookup_table.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "connectors/transforms/value_excerpt.hpp"

#include <array>

namespace faucet {

namespace {

enum class no_match { null, keep, error };

constexpr std::array<enum_name<no_match>, 3> enum_names(no_match) {
  return {{{"null", no_match::null}, {"keep", no_match::keep}, {"error", no_match::error}}};
}

struct match_options {
  std::string record;
  std::string ref;
};

void fields(option_visitor& v, match_options& x) {
  v.field("record", x.record, required, "Field of the record.");
  v.field("ref", x.ref, required, "Field of the reference rows.");
}

struct lookup_options {
  std::optional<std::vector<node>> values;
  std::optional<std::string> jsonl;
  match_options on;
  named<std::string> add;
  no_match on_missing;
};

void fields(option_visitor& v, lookup_options& x) {
  v.field("values", x.values, "The reference rows. Either this or `jsonl`.");
  v.field("jsonl", x.jsonl, "File of reference rows, one JSON object a line.",
          {.leads_to = reach::path});
  v.field("on", x.on, required, "The fields that must be equal.");
  v.field("add", x.add, required, "Fields to set, each from a field of the reference row.");
  v.field("on_missing", x.on_missing, no_match::null,
          "Without a match the fields become null, the record stays as it is, or the run ends.");
}

expected<void> check(const lookup_options& x, const node& config) {
  if (x.values.has_value() == x.jsonl.has_value()) {
    return config_error(config, "jsonl", "lookup needs exactly one of values and jsonl");
  }
  if (x.on.record.empty() || x.on.ref.empty()) {
    return config_error(config, "on", "lookup: record and ref must not be empty");
  }
  if (x.add.empty()) {
    return config_error(config, "add", "lookup: add must name at least one field");
  }
  for (const auto& row : x.values.value_or(std::vector<node>{})) {
    if (row.map() == nullptr) {
      return fail(ec::invalid_config,
                  "lookup: expected a map as reference row, found " + std::string{row.type_name()},
                  to_string(row.where()));
    }
  }
  return {};
}

std::vector<std::string> keys_of(const named<std::string>& entries) {
  std::vector<std::string> result;
  for (const auto& [key, ignored] : entries) {
    result.push_back(key);
  }
  return result;
}

class lookup final : public transform {
public:
  explicit lookup(lookup_options options)
    : options_(std::move(options)), writer_(keys_of(options_.add)) {
    if (options_.values) {
      page_builder memory;
      for (const auto& row : *options_.values) {
        memory.add(to_value(row, memory));
      }
      table_ = lookup_table{{memory.finish()}, options_.on.ref};
    }
  }

  expected<void> open(const driver_context&) override {
    if (!options_.jsonl) {
      return {};
    }
    auto loaded = lookup_table::read(*options_.jsonl, options_.on.ref);
    if (!loaded) {
      return fail(std::move(loaded));
    }
    table_ = std::move(*loaded);
    return {};
  }

  expected<page> apply(page_cursor& input) override {
    out_.keep(table_.rows());
    return map_records(
      out_, input, [this](object_view record, page_builder& out) { return extend(record, out); });
  }

  [[nodiscard]] bool reads(const std::filesystem::path& file) const override {
    return options_.jsonl && file_identity(file) == file_identity(*options_.jsonl);
  }

private:
  expected<void> extend(object_view record, page_builder& out) {
    const auto* key = record.find(options_.on.record);
    const auto* match = key == nullptr ? nullptr : table_.find(*key);
    if (match == nullptr && options_.on_missing == no_match::error) {
      return fail(ec::transform_failed,
                  key == nullptr ? "the field is missing, so no reference row matches"
                                 : "no reference row matches " + excerpt(*key),
                  field_name(options_.on.record));
    }
    if (match == nullptr && options_.on_missing == no_match::keep) {
      out.add(value::of_object(record));
      return {};
    }
    auto draft = writer_.copy(record, out);
    for (size_t i = 0; i < options_.add.size(); ++i) {
      const auto* found =
        match == nullptr ? nullptr : match->as_object().find(options_.add[i].second);
      draft.cells[draft.at[i]] = found == nullptr ? value{} : *found;
    }
    out.add(draft.row);
    return {};
  }

  lookup_options options_;
  lookup_table table_; // empty until the file is read
  field_writer writer_;
  page_builder out_;
};

} // namespace

transform_descriptor lookup_transform() {
  return describe_transform<lookup, lookup_options>(
    "lookup", "Adds fields of a matching reference row to each record.");
}

} // namespace faucet
