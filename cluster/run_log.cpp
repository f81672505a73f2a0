#include "cluster/run_log.hpp"

#include "actors/reports.hpp"

namespace faucet {

namespace {

std::string counts_of(const invocation_report& x) {
  auto result =
    std::to_string(x.records_in) + " records read, " + std::to_string(x.records_out) + " written";
  if (x.dead_letters > 0) {
    result += ", " + std::to_string(x.dead_letters) + " to the dead letters";
  }
  return result + ", in " + std::to_string(x.elapsed.count()) + " ms";
}

std::string beginning_of(const invocation_report& x) {
  return label_of(x) + ": begins, from " + x.source + " to " + x.sink;
}

std::string_view level_of(outcome how) noexcept {
  switch (how) {
    case outcome::failed:
      return "error";
    case outcome::skipped:
    case outcome::cancelled:
      return "warn";
    case outcome::completed:
      break;
  }
  return "info";
}

std::string ending_of(const invocation_report& x) {
  auto why = x.failure.code == ec::none && x.failure.what.empty() ? "" : ": " + render(x.failure);
  auto result = label_of(x) + ": " + to_string(x.how) + why;
  return x.how == outcome::skipped ? result : result + "; " + counts_of(x);
}

} // namespace

void run_log::begins(const claimed_run& run) const {
  note("info", "claimed, as epoch " + std::to_string(run.hold.epoch) + ", attempt "
                 + std::to_string(run.attempt));
}

void run_log::follow(run_plan& plan) const {
  if (!journal_) {
    return;
  }
  plan.warn = [log = *this, before = std::move(plan.warn)](
                const std::string& row, const std::string& type, const std::string& text) {
    log.note("warn", row + ": " + type + ": " + text);
    if (before) {
      before(row, type, text);
    }
  };
  plan.began = [log = *this, before = std::move(plan.began)](const invocation_report& x) {
    log.note("info", beginning_of(x));
    if (before) {
      before(x);
    }
  };
  plan.ended = [log = *this, before = std::move(plan.ended)](const invocation_report& x) {
    log.note(level_of(x.how), ending_of(x));
    if (before) {
      before(x);
    }
  };
}

void run_log::ends(const run_end& how) const {
  note(how.status == run_status::failed ? "error" : "info",
       std::string{"the run ends here as "} + to_string(how.status)
         + (how.error.empty() ? "" : ": " + how.error));
}

void run_log::note(std::string_view level, const std::string& text) const {
  if (journal_) {
    journal_->note(run_, level, text);
  }
}

} // namespace faucet
