#pragma once

#include "config/params.hpp"

namespace faucet {

/// What becomes of values for secret params.
enum class secret_values {
  set,      ///< They are defaults, too.
  left_out, ///< Their params stay without one, and are required: somebody else gives them.
};

/// Makes the values that were given the defaults of a document's params, so that it can be loaded
/// without them. Returns those of secret params, in the order in which they were given, as the
/// types of their params write them. Refused is what `parameters::bind` refuses.
expected<given_params> set_params(node& document, const given_params& given, secret_values secrets);

} // namespace faucet
