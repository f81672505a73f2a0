#include "apps/faucet/client/run_watch.hpp"

#include "apps/faucet/text_table.hpp"
#include "apps/program/logging.hpp"
#include "config/json_reader.hpp"
#include "model/run_facts.hpp"
#include "state/json_text.hpp"

#include <chrono>
#include <cstdio>
#include <thread>

namespace faucet {

namespace {

constexpr std::chrono::milliseconds interval{200};

/// So many looks without a new line end the lines of a run that has ended: the last ones come late.
constexpr int quiet_looks = 4;

/// How long a node may be silent before the watch ends: another may just be taking its place.
constexpr std::chrono::seconds patience{15};

bool has_ended(const node& run) {
  return is_terminal(stored_run_status(text_field(run, "status").value_or("")));
}

void print_line(const node& line, bool as_json) {
  if (as_json) {
    std::puts(json_of(line).c_str());
    return;
  }
  std::printf("%s %s %s\n", text_field(line, "ts").value_or("").c_str(),
              text_field(line, "level").value_or("").c_str(),
              printable(text_field(line, "line").value_or("")).c_str());
}

} // namespace

template <class Question>
auto run_watch::ask(Question question) -> decltype(question()) {
  auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    auto answer = question();
    if (answer || interrupted_ || answer.error().code != ec::unavailable
        || std::chrono::steady_clock::now() > until) {
      return answer;
    }
    pause();
  }
}

expected<void> run_watch::print() {
  for (;;) {
    auto more = print_lines();
    if (!more) {
      return fail(std::move(more));
    }
    if (!*more || interrupted_) {
      return {};
    }
  }
}

expected<void> run_watch::follow() {
  for (int quiet = 0; quiet < quiet_looks && !interrupted_;) {
    auto run = look();
    if (!run) {
      return fail(std::move(run));
    }
    auto before = printed_;
    auto more = print_lines();
    if (!more) {
      return fail(std::move(more));
    }
    std::fflush(stdout);
    quiet = has_ended(*run) && printed_ == before ? quiet + 1 : 0;
    if (!*more) {
      pause();
    }
  }
  return {};
}

expected<std::optional<node>> run_watch::wait() {
  while (!interrupted_) {
    auto run = look();
    if (!run) {
      return fail(std::move(run));
    }
    if (has_ended(*run)) {
      return std::optional{std::move(*run)};
    }
    pause();
  }
  return std::optional<node>{};
}

/// True where more lines follow at once.
expected<bool> run_watch::print_lines() {
  auto path =
    path_with(run_path(run_, "/logs"), {{"format", "jsonl"}, {"after", std::to_string(printed_)}});
  auto reply = ask([&] { return node_.call("GET", path); });
  if (!reply) {
    return fail(std::move(reply));
  }
  auto more = false;
  std::string_view left = reply->body;
  while (!left.empty()) {
    auto end = left.find('\n');
    auto line = read_json(left.substr(0, end), nullptr);
    left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
    if (!line || line->map() == nullptr) {
      return fail(ec::unavailable, "did not answer with lines of JSON", "node " + node_.url());
    }
    if (auto number = number_field(*line, "seq")) {
      printed_ = *number;
      print_line(*line, as_json_);
    } else {
      more = line->find("next_after") != nullptr;
    }
  }
  return more;
}

expected<node> run_watch::look() {
  return ask([this] { return node_.show(run_path(run_)); });
}

void run_watch::pause() const {
  for (auto left = interval; left.count() > 0 && !interrupted_; left -= interval / 4) {
    std::this_thread::sleep_for(interval / 4);
  }
}

exit_code exit_code_of_run(const node& run) {
  auto status = text_field(run, "status").value_or("");
  if (status == "completed") {
    return exit_code::done;
  }
  auto why = text_field(run, "error").value_or("");
  tell_error("run " + text_field(run, "run_id").value_or("") + " " + status
             + (why.empty() ? "" : ": " + why));
  return exit_code::failed;
}

} // namespace faucet
