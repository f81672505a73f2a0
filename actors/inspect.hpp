#pragma once

// How the value types in messages cross to another node. No floating point number may be inspected:
// CAF 0.17 does not survive infinities.

#include "actors/reports.hpp"
#include "connectors/driver.hpp"
#include "model/page.hpp"

#include <caf/error.hpp>
#include <caf/fwd.hpp>

#include <optional>
#include <string>

namespace faucet {

/// What a source answers to a pull: a page, or what is left at the end.
struct pulled {
  page rows;
  bool last = false; ///< nothing comes after these rows
};

/// What became of a page in the transforms, or of a part of it.
struct transformed {
  page rows;
  bool more = false; ///< there is more of the same page
};

/// Where a source begins; nothing = at its beginning.
struct resume_point {
  std::optional<bookmark> position;
};

/// What a store holds under a key.
struct stored_text {
  std::optional<std::string> text;
};

caf::error inspect(caf::serializer& to, page& x);
caf::error inspect(caf::deserializer& from, page& x);
std::string to_string(const page& x);

caf::error inspect(caf::serializer& to, pulled& x);
caf::error inspect(caf::deserializer& from, pulled& x);
std::string to_string(const pulled& x);

caf::error inspect(caf::serializer& to, transformed& x);
caf::error inspect(caf::deserializer& from, transformed& x);
std::string to_string(const transformed& x);

caf::error inspect(caf::serializer& to, resume_point& x);
caf::error inspect(caf::deserializer& from, resume_point& x);
std::string to_string(const resume_point& x);

caf::error inspect(caf::serializer& to, stored_text& x);
caf::error inspect(caf::deserializer& from, stored_text& x);
std::string to_string(const stored_text& x);

caf::error inspect(caf::serializer& to, sink_start& x);
caf::error inspect(caf::deserializer& from, sink_start& x);
std::string to_string(const sink_start& x);

std::string to_string(ending x);

caf::error inspect(caf::serializer& to, progress& x);
caf::error inspect(caf::deserializer& from, progress& x);
std::string to_string(const progress& x);

caf::error inspect(caf::serializer& to, invocation_report& x);
caf::error inspect(caf::deserializer& from, invocation_report& x);
std::string to_string(const invocation_report& x);

caf::error inspect(caf::serializer& to, run_report& x);
caf::error inspect(caf::deserializer& from, run_report& x);
std::string to_string(const run_report& x);

} // namespace faucet
