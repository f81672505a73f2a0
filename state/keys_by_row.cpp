#include "state/keys_by_row.hpp"

#include <algorithm>

namespace faucet {

namespace {

bool is_of_pipeline(key_kind what) noexcept {
  return what == key_kind::replication || what == key_kind::backfill_marker
         || what == key_kind::backfill_unit || what == key_kind::serve_backfill_marker;
}

} // namespace

const stored_key* row_keys::marker(key_kind what, std::string_view sub) const {
  auto found = std::ranges::find_if(markers, [what, sub](const stored_key* x) {
    return x->meaning.kind == what && x->meaning.sub == sub;
  });
  return found == markers.end() ? nullptr : *found;
}

keys_by_row sort_by_row(std::span<const stored_key> keys, std::string_view pipeline,
                        std::span<const std::string> row_ids) {
  keys_by_row result;
  result.rows.resize(row_ids.size());
  for (const auto& x : keys) {
    auto row = std::ranges::find(row_ids, x.meaning.row);
    if (is_of_pipeline(x.meaning.kind)) {
      result.of_pipeline.push_back(&x);
    } else if (row == row_ids.end()) {
      result.orphans.push_back(&x);
    } else {
      auto& into = result.rows[static_cast<size_t>(row - row_ids.begin())];
      if (x.meaning.kind != key_kind::bookmark) {
        into.markers.push_back(&x);
      } else if (x.key == key_prefix(pipeline) + *row) {
        into.bookmark = &x;
      } else {
        into.sub_bookmarks.push_back(&x);
      }
    }
  }
  return result;
}

} // namespace faucet
