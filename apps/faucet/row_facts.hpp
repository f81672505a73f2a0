#pragma once

#include "state/keys_by_row.hpp"
#include "state/row_health.hpp"
#include "state/row_homes.hpp"

namespace faucet {

/// What the keys of a row say of it, or of one child of it. A lease counts as live as of now.
row_facts facts_of(const row_home& home, const row_keys& keys, const stored_key* bookmark,
                   std::string_view sub = {});

} // namespace faucet
