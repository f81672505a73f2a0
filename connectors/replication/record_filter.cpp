#include "connectors/replication/record_filter.hpp"

#include "config/to_value.hpp"
#include "connectors/formats/json_parser.hpp"
#include "model/json_writer.hpp"

namespace faucet {

namespace {

/// A page that holds just that value.
page holding(const value& x) {
  page_builder memory;
  memory.add(memory.copy(x));
  return memory.finish();
}

std::string json_of(const value& x) {
  std::string result;
  append_json(result, x);
  return result;
}

std::string counted(uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

} // namespace

record_filter::record_filter(field_path key, on_missing_key missing)
  : key_(std::move(key)), on_missing_(missing) {
  // nop
}

expected<void> record_filter::start(const std::optional<bookmark>& stored,
                                    const std::optional<node>& configured) {
  page_builder memory;
  if (stored) {
    auto parsed = json_parser{}.parse(stored->json, memory);
    if (!parsed || parsed->is_null()) {
      return fail(ec::state_failed, "is no value of \"" + key_.text() + "\"; clear the state",
                  "stored bookmark");
    }
    start_ = *parsed;
  } else if (configured) {
    start_ = to_value(*configured, memory);
  }
  start_memory_ = memory.finish();
  return {};
}

expected<bool> record_filter::keep(const value& record) {
  ++seen_;
  const auto* key = key_.resolve(record);
  if (key == nullptr || key->is_null()) {
    ++missing_;
    if (on_missing_ == on_missing_key::fail) {
      return fail(ec::source_failed,
                  "record " + std::to_string(seen_) + " lacks the replication key", key_.text());
    }
    return on_missing_ == on_missing_key::keep;
  }
  cursor found{*key};
  newest_ = newest_.raw().is_null() ? found : later_cursor(newest_, found);
  if (start_.raw().is_null()) {
    return true;
  }
  if (!are_comparable_cursors(found, start_)) {
    ++incomparable_;
    return true;
  }
  return compare_cursors(found, start_) > 0;
}

std::optional<bookmark> record_filter::to_bookmark() {
  if (newest_.raw().is_null()) {
    return std::nullopt;
  }
  newest_memory_ = holding(newest_.raw());
  newest_ = newest_memory_.rows().front();
  auto goes_back = !start_.raw().is_null() && are_comparable_cursors(newest_, start_)
                   && compare_cursors(newest_, start_) <= 0;
  return bookmark{json_of((goes_back ? start_ : newest_).raw())};
}

void record_filter::report(const std::function<void(std::string)>& warn) const {
  if (missing_ > 0 && missing_ == seen_) {
    warn("no record has the replication key \"" + key_.text()
         + "\"; the bookmark stays where it is, and "
         + (on_missing_ == on_missing_key::keep ? "all records are delivered"
                                                : "no record is delivered")
         + " (on_missing_key)");
  } else if (missing_ > 0) {
    warn(counted(missing_, "record") + " of " + std::to_string(seen_)
         + " without the replication key \"" + key_.text() + "\" "
         + (on_missing_ == on_missing_key::keep ? "delivered" : "dropped") + " (on_missing_key)");
  }
  if (incomparable_ > 0) {
    warn(counted(incomparable_, "record") + " delivered whose \"" + key_.text()
         + "\" cannot be compared with the bookmark " + json_of(start_.raw()));
  }
}

} // namespace faucet
