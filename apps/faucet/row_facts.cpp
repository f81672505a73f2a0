#include "apps/faucet/row_facts.hpp"

#include "state/run_lease.hpp"

#include <chrono>

namespace faucet {

namespace {

/// The value of a key by `read`; what cannot be read is noted.
template <class Read>
auto value_of(const stored_key* x, Read read, row_facts& into)
  -> std::optional<typename decltype(read(std::string_view{}))::value_type> {
  if (x == nullptr) {
    return std::nullopt;
  }
  if (!x->json) {
    into.errors.push_back(render(x->json.error()));
    return std::nullopt;
  }
  auto result = read(std::string_view{*x->json});
  if (!result) {
    into.errors.push_back(x->key + ": " + render(result.error()));
    return std::nullopt;
  }
  return std::move(*result);
}

} // namespace

row_facts facts_of(const row_home& home, const row_keys& keys, const stored_key* bookmark,
                   std::string_view sub) {
  row_facts result;
  result.store_type = home.store_type;
  result.durable = home.durable;
  result.source_type = home.source_type;
  result.bookmark = value_of(
    bookmark, [&](std::string_view json) { return read_envelope(bookmark->key, json); }, result);
  if (result.bookmark && !result.bookmark->holds_position()
      && judge_envelope(*result.bookmark, home.source_type).fit != envelope_fit::incompatible) {
    result.bookmark.reset();
  }
  result.outcomes = value_of(keys.marker(key_kind::status, sub), &read_status, result);
  result.lease = value_of(keys.marker(key_kind::lease, sub), &read_lease, result);
  if (result.lease) {
    auto now = std::chrono::time_point_cast<instant::duration>(std::chrono::system_clock::now());
    auto key = sub.empty() ? home.key : home.key + "::" + std::string{sub};
    result.lease_is_live = find_lease(*home.store, key, now).value_or(std::nullopt).has_value();
  }
  return result;
}

} // namespace faucet
