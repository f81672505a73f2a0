#pragma once

#include "cluster/closed_places.hpp"
#include "config/expand_rows.hpp"
#include "config/reference.hpp"
#include "connectors/catalogue.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// What whoever runs a node says of what submitted pipelines may reach.
struct bound_settings {
  std::vector<std::filesystem::path> own_files; ///< of the node: never
  std::vector<std::filesystem::path> roots;     ///< nothing but below them; none: everywhere
  std::vector<std::string> url_schemes;         ///< no others; none: all that connectors know
  std::vector<std::string> secret_schemes;      ///< of secret managers: no others
  std::vector<std::string> url_hosts;           ///< no others; none: any that is not link-local
  std::vector<std::string> variables;           ///< no others; none: all but faucet's own
  std::vector<std::string> own_variables;       ///< of the node, beside those: never
};

/// True for variables of faucet itself: they hold tokens and keys.
bool is_own_variable(std::string_view name);

/// What submitted pipelines may reach outside of themselves. Which options lead there, their
/// declarations say.
class pipeline_bounds {
public:
  explicit pipeline_bounds(bound_settings settings = {});

  /// Refuses references to files and variables that are out of bounds; for a document whose
  /// references still stand.
  [[nodiscard]] expected<void> check_references(const node& document) const;

  /// Refuses options that lead out of bounds. What waits for a parent's record is looked at as far
  /// as it is known; ask again once it is.
  [[nodiscard]] expected<void> check(const row_spec& row, const catalogue& connectors) const;

private:
  [[nodiscard]] expected<void> check(const node& config, const type_schema& type) const;
  [[nodiscard]] expected<void> check_text(const node& x, reach leads_to) const;
  [[nodiscard]] expected<void> check_path(const node& x, const std::string& path) const;
  [[nodiscard]] expected<void> check_server(const node& x) const;
  [[nodiscard]] expected<void> check_reference(const node& x, const reference& found) const;
  [[nodiscard]] expected<void> check_secret_manager(const node& x, std::string_view name) const;

  bound_settings settings_;
  closed_places closed_;
};

/// Puts on every switch that keeps a driver from reaching more than its options name.
void confine(row_spec& row, const catalogue& connectors);

} // namespace faucet
