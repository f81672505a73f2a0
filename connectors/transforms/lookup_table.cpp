#include "connectors/transforms/lookup_table.hpp"

#include "connectors/formats/json_lines_reader.hpp"
#include "model/decimal_text.hpp"
#include "model/json_writer.hpp"

namespace faucet {

namespace {

/// The same failure, as one of a transform.
tl::unexpected<error> failed_lookup(error why) {
  why.code = ec::transform_failed;
  return tl::unexpected<error>(std::move(why));
}

expected<void> refuse_other_than_objects(const page& rows, uint64_t first,
                                         const std::filesystem::path& file) {
  for (const auto& row : rows.rows()) {
    if (!row.is_object()) {
      return fail(ec::transform_failed,
                  "expected an object as reference row " + std::to_string(first) + ", found "
                    + to_string(row.kind()),
                  file.string());
    }
    ++first;
  }
  return {};
}

} // namespace

lookup_table::lookup_table(std::vector<page> rows, std::string_view field)
  : rows_(std::make_shared<const std::vector<page>>(std::move(rows))) {
  for (const auto& part : *rows_) {
    for (const auto& row : part.rows()) {
      const auto* key = row.as_object().find(field);
      if (key != nullptr && make_key(*key)) {
        by_key_.emplace(key_, &row);
      }
    }
  }
}

expected<lookup_table> lookup_table::read(const std::filesystem::path& file,
                                          std::string_view field) {
  auto bytes = open_bytes(file, compression::automatic);
  if (!bytes) {
    return failed_lookup(std::move(bytes).error());
  }
  json_lines_reader reader{text_reader{std::move(*bytes), file.string(), invalid_utf8::refuse}};
  std::vector<page> rows;
  uint64_t count = 0;
  for (auto more = true; more;) {
    page_builder builder;
    auto filled = reader.fill(builder, 0);
    if (!filled) {
      return failed_lookup(std::move(filled).error());
    }
    more = *filled;
    rows.push_back(builder.finish());
    if (auto ok = refuse_other_than_objects(rows.back(), count + 1, file); !ok) {
      return fail(std::move(ok));
    }
    count += rows.back().size();
  }
  return lookup_table{std::move(rows), field};
}

const value* lookup_table::find(const value& key) {
  if (!make_key(key)) {
    return nullptr;
  }
  auto found = by_key_.find(std::string_view{key_});
  return found == by_key_.end() ? nullptr : found->second;
}

bool lookup_table::make_key(const value& x) {
  key_.clear();
  if (x.is_string()) {
    key_ = x.as_text();
  } else if (x.is_number()) {
    append_canonical(key_, x);
  } else if (!x.is_null()) {
    append_json(key_, x);
  }
  return !x.is_null();
}

} // namespace faucet
