#include "state/lease_record.hpp"

#include "config/json_reader.hpp"
#include "state/json_text.hpp"

#include <unistd.h>

#include <array>

namespace faucet {

process_identity process_identity::own() {
  process_identity result{.pid = static_cast<uint64_t>(::getpid()), .host = {}, .pid_ns = {}};
  std::array<char, 256> text{};
  if (::gethostname(text.data(), text.size() - 1) == 0) {
    result.host = text.data();
  }
  if (auto size = ::readlink("/proc/self/ns/pid", text.data(), text.size()); size > 0) {
    result.pid_ns.assign(text.data(), static_cast<size_t>(size));
  }
  return result;
}

std::string to_json(const lease_record& x) {
  json_object_writer out;
  out.text("run_id", x.run_id).number("pid", x.holder.pid);
  if (!x.holder.host.empty()) {
    out.text("host", x.holder.host);
  }
  if (!x.holder.pid_ns.empty()) {
    out.text("pid_ns", x.holder.pid_ns);
  }
  out.text("acquired_at", to_text(x.acquired_at)).text("expires_at", to_text(x.expires_at));
  if (x.hold) {
    out.text("cluster_run", x.hold->run).number("epoch", x.hold->epoch);
  }
  return std::move(out).finish();
}

expected<lease_record> read_lease(std::string_view json) {
  auto parsed = read_json(json, nullptr);
  if (!parsed) {
    return fail(std::move(parsed));
  }
  auto run = text_field(*parsed, "run_id");
  auto pid = number_field(*parsed, "pid");
  auto since = parse_instant(text_field(*parsed, "acquired_at").value_or(""));
  auto until = parse_instant(text_field(*parsed, "expires_at").value_or(""));
  if (!run || !pid || !since || !until) {
    return fail(ec::state_failed, "not a lease");
  }
  lease_record result{.run_id = std::move(*run),
                      .holder = {.pid = *pid,
                                 .host = text_field(*parsed, "host").value_or(""),
                                 .pid_ns = text_field(*parsed, "pid_ns").value_or("")},
                      .acquired_at = *since,
                      .expires_at = *until};
  auto cluster_run = text_field(*parsed, "cluster_run");
  auto epoch = number_field(*parsed, "epoch");
  if (cluster_run && epoch) {
    result.hold = run_hold{std::move(*cluster_run), *epoch};
  }
  return result;
}

} // namespace faucet
