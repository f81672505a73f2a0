#pragma once

#include "config/definitions.hpp"
#include "config/environment.hpp"
#include "config/node.hpp"
#include "config/params.hpp"
#include "config/reference.hpp"
#include "config/reference_budget.hpp"
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
///   ${sources.NAME.path}        a value in one of `pipeline.sources`; also ${sinks.NAME.path}
///   ${param.NAME}               a parameter
///   ${now.token}                see run_clock::render
///   ${row.path}                 stays: a value from a record of that row, see deferred_text
///
/// A scalar that is one whole reference takes the value and its type; among other text a scalar
/// value is put in as text. Values from secrets are marked and so is all text they get into.
class interpolator {
public:
  /// Where a tree stands in the document, and so what may be said in it.
  struct scope {
    std::string_view block; ///< for messages: "state"
    bool varies;            ///< may differ from run to run and from record to record
  };

  /// All of these must outlive the interpolator.
  interpolator(const definitions& named, const parameters& params, const environment& variables,
               const run_clock& clock)
    : definitions_(named), params_(params), variables_(variables), clock_(clock) {
    // nop
  }

  expected<void> resolve(node& tree, const scope& where);

  /// Follows every reference in `vars:` and in the defaults of parameters, so that a broken one is
  /// found although nothing uses it.
  expected<void> check_definitions();

private:
  expected<void> resolve_inside(node& target);
  expected<void> replace_references(node& target);
  [[nodiscard]] expected<void> refuse_whole_rows(std::string_view text,
                                                 const position& where) const;
  expected<node> value_of(const reference& found, const position& where);
  expected<node> variable(const reference& found, const position& where);
  expected<node> file(const reference& found, const position& where);
  expected<node> defined(const reference& found, const node& among, std::string_view block,
                         const position& where);
  [[nodiscard]] expected<node> of_row(const reference& found, const position& where) const;
  expected<node> parameter(const reference& found, const position& where);

  /// Resolves a copy of what `name` stands for, unless that is being resolved already.
  expected<node> follow(std::string name, const node& definition, const position& where);

  const definitions& definitions_;
  const parameters& params_;
  const environment& variables_;
  const run_clock& clock_;
  scope scope_{"", true};
  std::vector<std::string> chain_; ///< names that are being resolved, outermost first
  size_t depth_ = 0;
  reference_budget budget_;
};

} // namespace faucet
