#include "connectors/transforms/lookup_table.hpp"

#include "connectors/formats/json_parser.hpp"
#include "model/decimal_text.hpp"
#include "model/json_writer.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace faucet {

lookup_table::lookup_table(page rows, std::string_view field) : rows_(std::move(rows)) {
  for (const auto& row : rows_.rows()) {
    const auto* key = row.as_object().find(field);
    if (key != nullptr && make_key(*key)) {
      by_key_.emplace(key_, &row);
    }
  }
}

expected<lookup_table> lookup_table::read(const std::filesystem::path& file,
                                          std::string_view field) {
  auto unreadable = [&file] {
    return fail(ec::transform_failed,
                "the lookup file cannot be read: " + std::string{std::strerror(errno)},
                file.string());
  };
  errno = 0;
  std::ifstream input{file, std::ios::binary};
  if (!input) {
    return unreadable();
  }
  page_builder builder;
  json_parser parser;
  uint64_t number = 0;
  for (std::string line; std::getline(input, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      continue;
    }
    auto row = parser.parse(line, builder);
    if (!row || !row->is_object()) {
      return fail(ec::transform_failed,
                  row ? "expected a JSON object, found " + std::string{to_string(row->kind())}
                      : "not valid JSON: " + row.error().what,
                  file.string() + ":" + std::to_string(number));
    }
    builder.add(*row);
  }
  if (input.bad()) { // a directory, for example
    return unreadable();
  }
  return lookup_table{builder.finish(), field};
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
