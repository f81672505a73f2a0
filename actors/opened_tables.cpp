#include "actors/opened_tables.hpp"

namespace faucet {

namespace {

tl::unexpected<error> refused(const opened_table& table, const std::string& who, const char* what) {
  return fail(ec::invalid_config, who + " of the same run " + what, table.name);
}

} // namespace

expected<void> opened_tables::claim(const opened_table& table, table_use how,
                                    const std::string& who) {
  std::lock_guard lock{mutex_};
  auto& known = known_[table.identity];
  switch (how) {
    case table_use::adds:
      if (!known.replaced_by.empty() && !known.is_over) {
        return refused(table, known.replaced_by,
                       "replaces its rows and would drop what this one adds; let this one wait "
                       "with depends_on");
      }
      known.added_by.insert(who);
      break;
    case table_use::replaces:
      if (!known.replaced_by.empty()) {
        return refused(table, known.replaced_by,
                       "replaces its rows, too: the one that ends last would drop what the other "
                       "wrote");
      }
      if (!known.added_by.empty()) {
        return refused(table, *known.added_by.begin(),
                       "has added rows that this one would drop; let that one wait with "
                       "depends_on");
      }
      known.replaced_by = who;
      break;
    case table_use::done:
      known.is_over = true;
  }
  return {};
}

} // namespace faucet
