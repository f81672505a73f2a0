#pragma once

#include "model/error.hpp"
#include "model/value.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faucet {

// A state key: [{tenant}::]{pipeline}::{row}[::{child, tuple or shard}][::{marker}]

/// Says what is wrong with a key that no store would take: empty, beyond 256 characters, other
/// characters than letters, digits and _ - : . /, or a path with empty or hidden parts.
expected<void> validate_state_key(std::string_view key);

/// The key, if a store would take it.
expected<std::string> checked_state_key(std::string key);

/// Where the bookmark of one row is kept. A name of which no key can be made is an error that says
/// why, so that it is found before a run begins.
expected<std::string> state_key(std::string_view pipeline, std::string_view row,
                                std::string_view tenant = {});

/// Where a child row keeps the bookmark of one parent record, by the value of its parent key.
/// Refused where there is no such value (nullptr), or it is null or empty: records without it would
/// share one bookmark. The failure's `which` is `row`, the child's key without the value.
expected<std::string> child_key(const std::string& row, const value* parent);

/// The key of one tuple: `alias:value/alias:value`. Strings as they are, other values as JSON.
expected<std::string> tuple_key(const std::string& row,
                                std::span<const std::pair<std::string, value>> tuple);

expected<std::string> shard_key(const std::string& row, std::string_view shard);

/// What stands beside a bookmark, under its key and a suffix.
enum class marker : uint8_t { sla, profiling, status, lease, rollback };

std::string marker_key(std::string_view key, marker what);

/// Where earlier releases kept what is now under child_key(row, parent): newest first, only keys
/// that differ from it, are valid and are nobody's marker.
std::vector<std::string> older_child_keys(const std::string& row, const value& parent);

/// Where a row kept its bookmark under the ids it had before. Without a parent the keys of the row
/// itself, else those of the child in all their renderings.
std::vector<std::string> keys_of_older_rows(std::string_view pipeline,
                                            std::span<const std::string> older_rows,
                                            const value* parent, std::string_view tenant = {});

} // namespace faucet
