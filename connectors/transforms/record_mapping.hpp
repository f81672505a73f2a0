#pragma once

#include "model/error.hpp"
#include "model/page_builder.hpp"

namespace faucet {

/// Says which record of a transform's input an error is about: "record 17", and what stood in
/// `which` (a field, as a rule) behind it: "record 17, field \"age\"".
tl::unexpected<error> failed_record(uint64_t number, error why);

/// "field \"age\"", for the `which` of an error that `map_records` passes on.
std::string field_name(std::string_view name);

/// Walks a page: `map(row, out)` adds what becomes of one row, an object or not, to `out` and
/// returns `expected<void>`. The result keeps the rows of `rows` alive, so cells may be taken from
/// them, and carries their bookmark. After a failure `out` holds an unfinished page: make no
/// further use of it.
template <class Map>
expected<page> map_rows(page_builder& out, const page& rows, uint64_t first_record, Map&& map) {
  out.keep(rows);
  auto number = first_record;
  for (const auto& row : rows.rows()) {
    if (auto ok = map(row, out); !ok) {
      return failed_record(number, std::move(ok).error());
    }
    ++number;
  }
  return out.finish(rows.resume());
}

/// Like map_rows, `map(record, out)` getting the objects only. Records that are no objects pass
/// through as they are.
template <class Map>
expected<page> map_records(page_builder& out, const page& rows, uint64_t first_record, Map&& map) {
  return map_rows(out, rows, first_record,
                  [&map](const value& row, page_builder& into) -> expected<void> {
                    if (row.is_object()) {
                      return map(row.as_object(), into);
                    }
                    into.add(row);
                    return {};
                  });
}

} // namespace faucet
