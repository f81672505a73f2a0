#pragma once

#include "state/envelope.hpp"
#include "state/stored_keys.hpp"

#include <string>

namespace faucet {

/// How a stored bookmark stands to the source that will read it, and what to know about that.
envelope_verdict format_of(const envelope& stored, const std::string& source_type);

std::string format_json(const envelope& stored, const std::string& source_type);

/// {"key":…,"row":…,"sub":…,"kind":…,"id":…,"value":…}, without what is empty. What cannot be read
/// is null and says why in "error".
std::string key_json(const stored_key& x);

} // namespace faucet
