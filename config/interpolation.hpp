#pragma once

#include "config/environment.hpp"
#include "config/node.hpp"
#include "config/params.hpp"
#include "config/reference.hpp"
#include "config/run_clock.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// `${file:}` is for passwords and the like, not for data.
inline constexpr size_t max_interpolated_file_bytes = size_t{1} << 20;

/// Puts values for references into a parsed tree. What a reference brings in is data: it is never
/// parsed and never searched for references, and it changes no structure. Keys stay as they are.
///
///   ${env:NAME} ${secret:NAME}  a variable's text
///   ${file:path}                a file's text without the blanks and newlines at its end
///   ${vars.path}                a value below `vars:`, its own references followed
///   ${param.NAME}               a parameter
///   ${now.token}                see run_clock::render
///
/// A scalar that is one whole reference takes the value and its type; among other text a scalar
/// value is put in as text. Values from secrets are marked and so is all text they get into.
class interpolator {
public:
  /// Where a tree stands in the document, and so what may be said in it.
  struct scope {
    std::string_view block; ///< for messages: "state"
    bool allows_now;
  };

  /// All of these must outlive the interpolator. `vars` may be nullptr.
  interpolator(const node* vars, const parameters& params, const environment& variables,
               const run_clock& clock)
    : vars_(vars), params_(params), variables_(variables), clock_(clock) {
    // nop
  }

  expected<void> resolve(node& tree, const scope& where);

  /// Follows every reference in `vars:` and in the defaults of parameters, so that a broken one is
  /// found although nothing uses it.
  expected<void> check_definitions();

private:
  expected<void> resolve_inside(node& target);
  expected<void> replace_references(node& target);
  expected<node> value_of(const reference& found, const position& where);
  expected<node> variable(const reference& found, const position& where);
  expected<node> file(const reference& found, const position& where);
  expected<node> shared_value(const reference& found, const position& where);
  expected<node> parameter(const reference& found, const position& where);

  /// Resolves a copy of what `name` stands for, unless that is being resolved already.
  expected<node> follow(std::string name, const node& definition, const position& where);

  /// Counts what references bring in, and refuses what multiplies.
  expected<void> spend_copy(const node& copied, const position& where);
  expected<void> spend(size_t bytes, const position& where);

  const node* vars_;
  const parameters& params_;
  const environment& variables_;
  const run_clock& clock_;
  scope scope_{"", true};
  std::vector<std::string> chain_; ///< names that are being resolved, outermost first
  size_t depth_ = 0;
  size_t steps_ = 0;
  size_t bytes_ = 0;
};

} // namespace faucet
