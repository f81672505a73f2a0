#include "apps/node/submission_doctor.hpp"

#include "apps/program/timed_probe.hpp"

#include <algorithm>
#include <map>

namespace faucet {

namespace {

using clock = std::chrono::steady_clock;

/// Probes one after another, until the time is up.
class doctor {
public:
  doctor(const run_plan& plan, std::chrono::seconds limit)
    : plan_(plan), end_(clock::now() + limit) {
    // nop
  }

  checked_row look_at(const row_plan& row, const invocation_plan& drivers) {
    checked_row result{row.id, {}, {}};
    auto reach = [](const auto& driver) -> blocking_call {
      return [driver](std::shared_ptr<const std::atomic<bool>> stop) {
        driver_context context;
        context.stop = std::move(stop);
        context.warn = [](const std::string&) {};
        return driver->probe(context);
      };
    };
    auto& source = result.probes.emplace_back(
      probe{.role = "source", .connector = row.source_type, .name = "reach"});
    if (auto writer = writer_of(row, drivers); writer.empty()) {
      make(source, reach(drivers.source));
    } else {
      source.reason = "row " + writer + " writes what it reads";
    }
    make(result.probes.emplace_back(
           probe{.role = "sink", .connector = row.sink_type, .name = "reach"}),
         reach(drivers.sink));
    if (row.letters) {
      const auto& letters = plan_.dead_letter_sinks[row.letters->sink];
      make_once(result.probes.emplace_back(
                  probe{.role = "dlq", .connector = letters.type, .name = "reach"}),
                letters.driver.get(), row, reach(letters.driver));
    }
    if (row.store) {
      const auto& store = plan_.stores[*row.store];
      make_once(result.probes.emplace_back(
                  probe{.role = "state", .connector = row.store_type, .name = "put, get, remove"}),
                store.get(), row, [store](const auto&) { return store->check(); });
    }
    return result;
  }

private:
  void make(probe& into, blocking_call call) {
    auto left = std::chrono::ceil<std::chrono::seconds>(end_ - clock::now());
    if (left.count() <= 0) {
      into.status = probe_status::fail;
      into.reason = "there was no time left for it (--probe-timeout-secs)";
      return;
    }
    make_probe(into, left, std::move(call), plan_.secrets);
  }

  /// What several rows share is looked at for the first of them.
  void make_once(probe& into, const void* shared, const row_plan& row, blocking_call call) {
    auto [first, is_new] = seen_.try_emplace(shared, row.id);
    if (is_new) {
      make(into, std::move(call));
    } else {
      into.reason = "the same as for row " + first->second;
    }
  }

  /// The row that writes a file before this one reads it, which need not be there yet; empty where
  /// there is none.
  [[nodiscard]] std::string writer_of(const row_plan& row, const invocation_plan& drivers) const {
    for (auto before : row.depends_on) {
      const auto& other = plan_.rows[before];
      if (other.drivers
          && std::ranges::any_of(other.drivers->sink->writes(), [&drivers](const auto& file) {
               return drivers.source->reads(file);
             })) {
        return other.id;
      }
    }
    return {};
  }

  const run_plan& plan_;
  clock::time_point end_;
  std::map<const void*, std::string> seen_; ///< and the row for which
};

} // namespace

std::vector<checked_row> probe_roots(const run_plan& plan, std::chrono::seconds limit) {
  doctor doctor{plan, limit};
  std::vector<checked_row> result;
  for (const auto& row : plan.rows) {
    if (row.drivers) {
      result.push_back(doctor.look_at(row, *row.drivers));
    }
  }
  return result;
}

std::string failures_in(const std::vector<checked_row>& rows) {
  std::string result;
  for (const auto& row : rows) {
    for (const auto& x : row.probes) {
      if (x.status == probe_status::fail) {
        result += (result.empty() ? "row " : "; row ") + row.id + ", " + x.role + " " + x.connector
                  + ": " + x.reason;
      }
    }
  }
  return result;
}

} // namespace faucet
