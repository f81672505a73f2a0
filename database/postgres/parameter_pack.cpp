#include "database/postgres/parameter_pack.hpp"

#include <limits>

namespace faucet {

expected<pg_parameter_pack> pg_parameter_pack::make(std::span<const pg_parameter> parameters) {
  constexpr size_t most = std::numeric_limits<uint16_t>::max(); // of the protocol
  if (parameters.size() > most) {
    return fail(ec::internal, "more than " + std::to_string(most) + " parameters in one statement");
  }
  pg_parameter_pack result;
  size_t size = 0;
  for (const auto& x : parameters) {
    size += x.value && !x.binary ? x.value->size() + 1 : 0;
  }
  result.texts_.reserve(size); // so that what points into it stays
  for (const auto& x : parameters) {
    result.types_.push_back(x.type);
    result.formats_.push_back(x.binary ? 1 : 0);
    result.lengths_.push_back(x.value ? static_cast<int>(x.value->size()) : 0);
    if (!x.value) {
      result.values_.push_back(nullptr);
    } else if (x.binary) {
      result.values_.push_back(x.value->empty() ? "" : x.value->data());
    } else {
      if (x.value->find('\0') != std::string_view::npos) {
        return fail(ec::internal, "PostgreSQL cannot hold the character U+0000 in a text");
      }
      result.values_.push_back(result.texts_.data() + result.texts_.size());
      result.texts_.insert(result.texts_.end(), x.value->begin(), x.value->end());
      result.texts_.push_back('\0');
    }
  }
  return result;
}

} // namespace faucet
