#include "apps/node/gateway/show_logs.hpp"

namespace faucet {

namespace {

constexpr uint64_t most_lines = 10'000;
constexpr uint64_t usual_lines = 1000;
constexpr const char* too_many = "too many streams of logs are open on this node";

std::string as_json(const log_line& x) {
  json_object_writer result;
  result.number("seq", x.sequence)
    .text("ts", to_text(x.at))
    .text("level", x.level)
    .text("line", x.line);
  return std::move(result).finish() + "\n";
}

std::string as_text(const log_line& x) {
  return to_text(x.at) + " " + x.level + " " + x.line + "\n";
}

/// Says that more was logged than is shown: lines that follow, or that were not kept.
std::string truncation(bool as_lines_of_json, uint64_t next, uint64_t dropped) {
  if (!as_lines_of_json) {
    return dropped > 0 ? "… " + std::to_string(dropped) + " lines were not kept\n"
                       : "… more lines follow number " + std::to_string(next) + "\n";
  }
  json_object_writer result;
  result.boolean("truncated", true);
  if (dropped > 0) {
    result.number("dropped", dropped);
  } else {
    result.number("next_after", next);
  }
  return std::move(result).finish() + "\n";
}

api_reply stored_lines(log_page page, uint64_t limit, bool as_lines_of_json) {
  auto more = cut_to(limit, page.lines);
  std::string body;
  for (const auto& line : page.lines) {
    body += as_lines_of_json ? as_json(line) : as_text(line);
  }
  if (more) {
    body += truncation(as_lines_of_json, page.lines.back().sequence, 0);
  } else if (page.dropped > 0) {
    body += truncation(as_lines_of_json, 0, page.dropped);
  }
  return {{.type = as_lines_of_json ? "application/x-ndjson" : "text/plain; charset=utf-8",
           .body = std::move(body)},
          {}};
}

/// Where a stream goes on that broke: browsers say so by themselves.
api_expected<uint64_t> place_of(const http_request& request) {
  auto header = request.header("last-event-id");
  if (!header || request.target.parameter("after")) {
    return number_parameter(request.target, "after", 0, INT64_MAX, 0);
  }
  http_target as_query{.path = {}, .query = {{"last-event-id", std::string{*header}}}};
  return number_parameter(as_query, "last-event-id", 0, INT64_MAX, 0);
}

api_reply stream_of(const api_call& call, const std::string& run, uint64_t after) {
  return {{.type = "text/event-stream",
           .body = ": following\n\n",
           .headers = {{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}}},
          [streams = call.parts.streams, run, after](const std::shared_ptr<http_stream>& stream) {
            if (!streams->add(run, after, stream, log_streams::clock::now())) {
              stream->send(": " + std::string{too_many} + "\n\n"); // others were faster
              stream->end();
            }
          }};
}

} // namespace

api_expected<api_reply> show_logs(const api_call& call) {
  const auto& target = call.request.target;
  if (auto known = only_parameters(target, {"format", "after", "limit"}); !known) {
    return tl::unexpected{std::move(known).error()};
  }
  auto format = target.parameter("format");
  if (format && format != "jsonl" && format != "text") {
    return tl::unexpected{bad_request("format: expected jsonl or text")};
  }
  auto after = place_of(call.request);
  auto limit = number_parameter(target, "limit", 1, most_lines, usual_lines);
  if (!after || !limit) {
    return tl::unexpected{std::move(!after ? after : limit).error()};
  }
  auto run = find_run(call);
  if (!run) {
    return tl::unexpected{std::move(run).error()};
  }
  if (!format) {
    if (call.parts.streams->size() >= log_streams::most) {
      return tl::unexpected{limit_exceeded(too_many)};
    }
    return stream_of(call, run->run, *after);
  }
  auto page =
    from_history(call, call.kept.logs().read(run->run, *after, static_cast<uint32_t>(*limit + 1)));
  if (!page) {
    return tl::unexpected{std::move(page).error()};
  }
  return stored_lines(std::move(*page), *limit, format == "jsonl");
}

} // namespace faucet
