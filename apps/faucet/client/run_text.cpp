#include "apps/faucet/client/run_text.hpp"

#include "apps/faucet/text_table.hpp"
#include "state/json_text.hpp"

namespace faucet {

namespace {

/// The value of a field as people read it; "-" where there is none.
std::string shown(const node& map, std::string_view name) {
  const auto* found = map.find(name);
  if (found == nullptr || found->is_null()) {
    return "-";
  }
  if (const auto* text = found->text()) {
    return text->empty() ? "-" : *text;
  }
  return json_of(*found);
}

/// A moment without its fraction.
std::string second(const node& map, std::string_view name) {
  auto text = shown(map, name);
  auto point = text.find('.');
  return point == std::string::npos ? text : text.substr(0, point) + "Z";
}

const node::list_type& items(const node& map, std::string_view name) {
  static const node::list_type none;
  const auto* found = map.find(name);
  const auto* list = found ? found->list() : nullptr;
  return list ? *list : none;
}

std::string words(const node& map, std::string_view name) {
  std::string result;
  for (const auto& x : items(map, name)) {
    result += (result.empty() ? "" : ", ") + (x.text() ? *x.text() : json_of(x));
  }
  return result.empty() ? "-" : result;
}

/// "name: value", where there is a value.
void add_line(std::string& to, const std::string& name, const std::string& value) {
  if (value != "-") {
    to += name + ":" + std::string(name.size() < 14 ? 14 - name.size() : 1, ' ') + printable(value)
          + "\n";
  }
}

} // namespace

std::string runs_table(const node& list) {
  text_rows rows{{"run", "name", "status", "pool", "submitted", "seconds", "records"}};
  for (const auto& x : items(list, "runs")) {
    rows.push_back({shown(x, "run_id"), shown(x, "name"), shown(x, "status"), shown(x, "pool"),
                    second(x, "submitted_at"), shown(x, "elapsed_secs"),
                    shown(x, "records_written")});
  }
  return text_table(rows);
}

std::string run_text(const node& run) {
  std::string result;
  for (const auto* name :
       {"run_id", "name", "status", "pool", "submitted_at", "started_at", "finished_at",
        "elapsed_secs", "records_written", "owner", "epoch", "attempt", "submitted_by",
        "idempotency_key", "timeout_secs", "clock", "concurrency", "error"}) {
    add_line(result, name, shown(run, name));
  }
  if (const auto* labels = run.find("labels"); labels && labels->map()) {
    for (const auto& x : *labels->map()) {
      add_line(result, "label", x.key + "=" + (x.value.text() ? *x.value.text() : ""));
    }
  }
  text_rows rows{{"row", "parent key", "status", "records", "ms", "error"}};
  for (const auto& x : items(run, "invocations")) {
    rows.push_back({shown(x, "row_id"), shown(x, "parent_record_key"), shown(x, "status"),
                    shown(x, "records_written"), shown(x, "duration_ms"), shown(x, "error")});
  }
  return rows.size() == 1 ? result : result + "\n" + text_table(rows);
}

std::string events_table(const node& list) {
  text_rows rows{{"at", "event", "epoch", "owner", "detail"}};
  for (const auto& x : items(list, "events")) {
    rows.push_back(
      {shown(x, "at"), shown(x, "kind"), shown(x, "epoch"), shown(x, "owner"), shown(x, "detail")});
  }
  return text_table(rows);
}

std::string members_table(const node& readiness) {
  static const node none;
  const auto* cluster = readiness.find("cluster");
  text_rows rows{{"instance", "listens on", "pools", "in flight", "at most"}};
  for (const auto& x : items(cluster ? *cluster : none, "members")) {
    rows.push_back({shown(x, "instance_id"), shown(x, "listen"), words(x, "pools"),
                    shown(x, "in_flight"), shown(x, "max_concurrent")});
  }
  auto result = "this node: " + shown(readiness, "status") + "\n";
  return rows.size() == 1 ? result + "it is in no cluster\n" : result + text_table(rows);
}

} // namespace faucet
