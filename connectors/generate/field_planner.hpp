#pragma once

#include "connectors/generate/field_plan.hpp"

#include <span>
#include <string>
#include <string_view>

namespace faucet {

/// Checks the options of one field and makes a plan of them. Errors name the option and its line.
class field_planner {
public:
  field_planner(const field_options& options, const node& config, const std::string& path,
                uint64_t seed, page_builder& constants);

  expected<field_plan> make();

private:
  // -- kinds ------------------------------------------------------------------

  expected<void> plan_kind();
  expected<void> plan_sequence();
  expected<void> plan_integer();
  expected<void> plan_float();
  expected<void> plan_decimal();
  expected<void> plan_choice();
  expected<void> plan_timestamp();
  expected<void> plan_constant();
  expected<void> plan_object();

  // -- checks -----------------------------------------------------------------

  [[nodiscard]] std::span<const std::string_view> known_options() const;
  [[nodiscard]] expected<void> refuse_other_options() const;
  [[nodiscard]] expected<int64_t> integer(const std::optional<node>& from, std::string_view key,
                                          int64_t fallback) const;
  [[nodiscard]] expected<int64_t> decimal_units(const std::optional<node>& from,
                                                std::string_view key, int64_t fallback) const;
  [[nodiscard]] tl::unexpected<error> refuse(std::string_view key, std::string what) const;
  [[nodiscard]] expected<void> set_range(int64_t least, int64_t greatest);

  const field_options& options_;
  const node& config_;
  const std::string& path_;
  uint64_t seed_;
  page_builder& constants_;
  field_plan plan_;
};

} // namespace faucet
