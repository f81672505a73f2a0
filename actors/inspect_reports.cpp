#include "actors/flat_fields.hpp"
#include "actors/inspect.hpp"

#include <caf/all.hpp>

namespace faucet {

caf::error inspect(caf::serializer& to, progress& x) {
  auto elapsed = int64_t{x.elapsed.count()};
  return to(x.row, x.records_in, x.records_out, elapsed);
}

caf::error inspect(caf::deserializer& from, progress& x) {
  int64_t elapsed = 0;
  auto err = from(x.row, x.records_in, x.records_out, elapsed);
  x.elapsed = std::chrono::milliseconds{elapsed};
  return err;
}

std::string to_string(const progress& x) {
  return x.row + ": " + std::to_string(x.records_in) + " in, " + std::to_string(x.records_out)
         + " out";
}

namespace {

template <class Inspector>
caf::error inspect_counts(Inspector& f, page_counts& x) {
  return f(x.attempted, x.committed, x.partial, x.dead, x.failed);
}

} // namespace

caf::error inspect(caf::serializer& to, page_counts& x) {
  return inspect_counts(to, x);
}

caf::error inspect(caf::deserializer& from, page_counts& x) {
  return inspect_counts(from, x);
}

caf::error inspect(caf::serializer& to, invocation_report& x) {
  auto how = static_cast<uint8_t>(x.how);
  auto elapsed = int64_t{x.elapsed.count()};
  auto [known, json] = flat(json_of(x.position));
  auto [is_child, parent_key] = flat(x.parent_key);
  auto code = static_cast<uint8_t>(x.failure.code);
  return to(x.row, is_child, parent_key, x.run_id, x.pages, x.dead_letters, x.source, x.sink, how,
            x.records_in, x.records_out, x.checkpoints, elapsed, known, json, code, x.failure.what,
            x.failure.which);
}

caf::error inspect(caf::deserializer& from, invocation_report& x) {
  uint8_t how = 0;
  int64_t elapsed = 0;
  bool known = false;
  std::string json;
  bool is_child = false;
  std::string parent_key;
  uint8_t code = 0;
  auto err = from(x.row, is_child, parent_key, x.run_id, x.pages, x.dead_letters, x.source, x.sink,
                  how, x.records_in, x.records_out, x.checkpoints, elapsed, known, json, code,
                  x.failure.what, x.failure.which);
  x.how = static_cast<outcome>(how);
  x.elapsed = std::chrono::milliseconds{elapsed};
  x.position = bookmark_of(optional_text(known, std::move(json)));
  x.parent_key = optional_text(is_child, std::move(parent_key));
  x.failure.code = static_cast<ec>(code);
  return err;
}

std::string to_string(const invocation_report& x) {
  return label_of(x) + " " + to_string(x.how) + ", " + std::to_string(x.records_out) + " out";
}

caf::error inspect(caf::serializer& to, run_report& x) {
  return to(x.pipeline, x.invocations);
}

caf::error inspect(caf::deserializer& from, run_report& x) {
  return from(x.pipeline, x.invocations);
}

std::string to_string(const run_report& x) {
  return x.pipeline + " " + to_string(x.how());
}

} // namespace faucet
