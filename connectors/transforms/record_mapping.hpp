#pragma once

#include "connectors/page_cursor.hpp"
#include "model/error.hpp"
#include "model/page_builder.hpp"

namespace faucet {

/// Says which record of a transform's input an error is about: "record 17", and what stood in
/// `which` (a field, as a rule) behind it: "record 17, field \"age\"".
tl::unexpected<error> failed_record(uint64_t number, error why);

/// "field \"age\"", for the `which` of an error that `map_records` passes on.
std::string field_name(std::string_view name);

/// Walks a page: `map(row, out)` adds what becomes of one row, an object or not, to `out` and
/// returns `expected<void>`. Stops early where `out` is full. The result keeps the rows of the
/// input alive, so cells may be taken from them, and carries its bookmark where it reaches its end.
/// After a failure `out` holds an unfinished page: make no further use of it.
template <class Map>
expected<page> map_rows(page_builder& out, page_cursor& input, Map&& map) {
  out.keep(input.origin());
  for (; !input.at_end() && !out.full(0); input.advance()) {
    if (auto ok = map(input.record(), out); !ok) {
      return failed_record(input.record_number(), std::move(ok).error());
    }
  }
  return out.finish(input.at_end() ? input.origin().resume() : std::nullopt);
}

/// Like map_rows, `map(record, out)` getting the objects only. Records that are no objects pass
/// through as they are.
template <class Map>
expected<page> map_records(page_builder& out, page_cursor& input, Map&& map) {
  return map_rows(out, input, [&map](const value& row, page_builder& into) -> expected<void> {
    if (row.is_object()) {
      return map(row.as_object(), into);
    }
    into.add(row);
    return {};
  });
}

} // namespace faucet
