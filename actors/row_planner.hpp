#pragma once

#include "actors/make_drivers.hpp"
#include "actors/plan_letters.hpp"
#include "config/written_files.hpp"

#include <map>
#include <set>

namespace faucet {

/// Makes the rows of a plan one by one, and sees what only shows when several are side by side.
class row_planner {
public:
  /// `begun` holds what is not about rows. All that is referred to must outlive the planner.
  row_planner(const std::vector<row_spec>& rows, const std::vector<bool>& runs,
              const catalogue& connectors, const plan_settings& settings, run_plan begun);

  /// Called once. Messages may hold secrets.
  expected<run_plan> make();

private:
  struct table_of_row {
    const row_spec* row;
    std::string table;
    bool overwritten;
    bool is_fixed; ///< the same for each record of a parent
  };

  expected<void> add_keys(const row_spec& spec);
  expected<void> add(const row_spec& spec);
  expected<void> add_root(row_plan& row, const row_spec& spec);
  expected<void> add_child(row_plan& row, const row_spec& spec);
  expected<invocation_plan> assumed_drivers(const row_spec& spec, uint32_t number,
                                            std::vector<std::filesystem::path>& writes);
  expected<void> add_store(row_plan& row, const row_spec& spec);
  expected<void> add_letters(row_plan& row, const row_spec& spec, const invocation_plan& drivers,
                             written_files& files);

  /// Notes which table a row writes.
  void note_table(const row_spec& spec, const invocation_plan& drivers, bool is_fixed);

  /// Refuses that a row overwrites what another one writes.
  [[nodiscard]] expected<void> check_tables() const;

  /// Refuses dead letters that go into a table of data.
  [[nodiscard]] expected<void> check_letter_tables() const;

  /// True where a row starts only after the other has ended.
  [[nodiscard]] bool waits_for(size_t row, size_t other) const;

  /// Notes what a child takes of its parent's records.
  expected<void> capture(size_t parent, const row_spec& child);

  /// Ids that a row had before, but for those that another row has now, with the bookmarks there.
  [[nodiscard]] std::vector<std::string> former_ids(const row_spec& spec) const;

  void add_functions(row_plan& row, const row_spec& spec) const;
  [[nodiscard]] std::optional<std::string> key_of(const row_spec& spec) const;

  const std::vector<row_spec>& rows_; ///< of the file
  const std::vector<bool>& runs_;     ///< which of them run
  const catalogue& connectors_;
  const plan_settings& settings_;
  run_plan plan_;
  letter_sinks letters_;
  std::map<std::string, size_t> places_;    ///< by row
  std::map<std::string, std::string> keys_; ///< by row
  std::set<std::string> used_keys_;
  std::vector<component_spec> stores_;
  std::vector<written_files> files_;
  std::vector<table_of_row> tables_;
  std::vector<std::pair<const row_spec*, std::string>> letter_tables_;
  std::map<size_t, std::vector<field_path>> captured_;
};

} // namespace faucet
