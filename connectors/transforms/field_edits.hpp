#pragma once

#include "connectors/transforms/object_copy.hpp"
#include "connectors/transforms/present_fields.hpp"
#include "connectors/transforms/record_mapping.hpp"

namespace faucet {

/// Sends a page through `edit(index, cell, out)`, called for each of `fields` that a record has
/// with the field's place among the names and its cell to change; returns `expected<void>`. What it
/// stores in the cell must live as long as the page of `out`.
template <class Edit>
expected<page> edit_fields(page_builder& out, page_cursor& input, present_fields& fields,
                           Edit&& edit) {
  return map_records(out, input, [&](object_view record, page_builder& into) -> expected<void> {
    auto places = fields.of(record.fields());
    if (places.empty()) {
      into.add(value::of_object(record));
      return {};
    }
    auto [row, cells] = copy_object(record, into);
    for (auto place : places) {
      expected<void> ok = edit(place.name, cells[place.cell], into);
      if (!ok) {
        ok.error().which = field_name(fields.name(place.name));
        return ok;
      }
    }
    into.add(row);
    return {};
  });
}

} // namespace faucet
