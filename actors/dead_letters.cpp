#include "actors/dead_letters.hpp"

#include "model/page_builder.hpp"

#include <array>

namespace faucet {

namespace {

/// Makes the page of letters about one page.
class letter_writer {
public:
  letter_writer(const dead_letter_rules& rules, const page& origin, const char* reason,
                dead_letters::time now)
    : rules_(rules), origin_(origin),
      letter_(make_shape(rules.payload
                           ? std::vector<std::string>{"error", "reason", "payload", "ts_ms", "sink",
                                                      "pipeline", "row", "record_index"}
                           : std::vector<std::string>{"error", "reason", "ts_ms", "sink",
                                                      "pipeline", "row", "record_index"})),
      error_(make_shape({"kind", "message"})), reason_(builder_.string(reason)),
      time_(value::of_int(
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count())),
      sink_(builder_.string(rules.sink)), pipeline_(builder_.string(rules.pipeline)),
      row_(builder_.string(rules.row)) {
    if (rules.payload) {
      builder_.keep(origin);
    }
  }

  value error_of(const error& why) {
    std::array cells{builder_.string(to_string(why.code)),
                     builder_.string(rules_.secrets.apply(render(why)))};
    return builder_.object(error_, cells);
  }

  void add(uint64_t index, const value& why) {
    auto [letter, cells] = builder_.object(letter_);
    size_t at = 0;
    cells[at++] = why;
    cells[at++] = reason_;
    if (rules_.payload) {
      cells[at++] = origin_.rows()[index];
    }
    cells[at++] = time_;
    cells[at++] = sink_;
    cells[at++] = pipeline_;
    cells[at++] = row_;
    cells[at++] = value::of_uint(index);
    builder_.add(letter);
  }

  page finish() {
    return builder_.finish();
  }

private:
  const dead_letter_rules& rules_;
  const page& origin_;
  page_builder builder_;
  shape_ptr letter_;
  shape_ptr error_;
  value reason_;
  value time_;
  value sink_;
  value pipeline_;
  value row_;
};

error too_many(const char* where, uint64_t letters, uint64_t limit) {
  return {ec::sink_failed,
          std::to_string(letters) + " records " + where + " could not be written, more than the "
            + std::to_string(limit) + " that \"dlq\" allows",
          {}};
}

} // namespace

bool dead_letter_rules::take_page(const error& why) const noexcept {
  return whole_pages && !is_transient(why) && why.code != ec::cancelled
         && why.code != ec::lease_lost;
}

dead_letters::dead_letters(dead_letter_rules rules) : rules_(std::move(rules)) {
  // nop
}

page dead_letters::of_rows(const page& origin, std::span<const rejected_row> rejected, time now) {
  letter_writer writer{rules_, origin, "partial", now};
  for (const auto& [row, why] : rejected) {
    writer.add(row, writer.error_of(why));
  }
  note(rejected.size());
  return writer.finish();
}

page dead_letters::of_page(const page& origin, const error& why, time now) {
  letter_writer writer{rules_, origin, "dlq_all", now};
  auto common = writer.error_of(why);
  for (uint64_t i = 0; i < origin.size(); ++i) {
    writer.add(i, common);
  }
  note(origin.size());
  return writer.finish();
}

void dead_letters::note(uint64_t letters) {
  count_ += letters;
  if (exceeded_) {
    return;
  }
  if (letters > rules_.max_per_page) {
    exceeded_ = too_many("of one page", letters, rules_.max_per_page);
  } else if (count_ > rules_.max_total) {
    exceeded_ = too_many("in all", count_, rules_.max_total);
  }
}

} // namespace faucet
