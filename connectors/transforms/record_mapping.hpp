#pragma once

#include "model/error.hpp"
#include "model/page_builder.hpp"

namespace faucet {

/// Says which record of a transform's input an error is about: "record 17", and what stood in
/// `which` (a field, as a rule) behind it: "record 17, field \"age\"".
tl::unexpected<error> failed_record(uint64_t number, error why);

/// "field \"age\"", for the `which` of an error that `map_records` passes on.
std::string field_name(std::string_view name);

/// Walks a page: `map(record, out)` adds what becomes of one object to `out` and returns
/// `expected<void>`. Records that are no objects pass through as they are. The result keeps the
/// rows of `rows` alive, so cells may be taken from them, and carries their bookmark. After a
/// failure `out` holds an unfinished page: make no further use of it.
template <class Map>
expected<page> map_records(page_builder& out, const page& rows, uint64_t first_record, Map&& map) {
  out.keep(rows);
  auto number = first_record;
  for (const auto& row : rows.rows()) {
    if (!row.is_object()) {
      out.add(row);
    } else if (auto ok = map(row.as_object(), out); !ok) {
      return failed_record(number, std::move(ok).error());
    }
    ++number;
  }
  return out.finish(rows.resume());
}

} // namespace faucet
