#include "actors/inspect.hpp"

#include "model/page_codec.hpp"

#include <caf/all.hpp>

#include <utility>

namespace faucet {

namespace {

/// An optional text as two fields that CAF knows.
std::pair<bool, std::string> flat(const std::optional<std::string>& x) {
  return {x.has_value(), x.value_or(std::string{})};
}

std::optional<std::string> optional_text(bool known, std::string text) {
  return known ? std::optional{std::move(text)} : std::nullopt;
}

std::optional<std::string> json_of(const std::optional<bookmark>& x) {
  return x ? std::optional{x->json} : std::nullopt;
}

std::optional<bookmark> bookmark_of(std::optional<std::string> json) {
  return json ? std::optional{bookmark{std::move(*json)}} : std::nullopt;
}

} // namespace

// -- pages --------------------------------------------------------------------

caf::error inspect(caf::serializer& to, page& x) {
  byte_buffer buffer;
  encode_page(buffer, x);
  std::string bytes{buffer.view()};
  return to(bytes);
}

caf::error inspect(caf::deserializer& from, page& x) {
  std::string bytes;
  if (auto err = from(bytes)) {
    return err;
  }
  auto decoded = decode_page(bytes);
  if (!decoded) {
    return caf::make_error(caf::sec::invalid_argument, render(decoded.error()));
  }
  x = std::move(*decoded);
  return caf::none;
}

std::string to_string(const page& x) {
  return "page(" + std::to_string(x.size()) + (x.resume() ? ", " + x.resume()->json : "") + ")";
}

caf::error inspect(caf::serializer& to, pulled& x) {
  return to(x.rows, x.last);
}

caf::error inspect(caf::deserializer& from, pulled& x) {
  return from(x.rows, x.last);
}

std::string to_string(const pulled& x) {
  return x.last ? "end(" + to_string(x.rows) + ")" : to_string(x.rows);
}

caf::error inspect(caf::serializer& to, transformed& x) {
  return to(x.rows, x.more);
}

caf::error inspect(caf::deserializer& from, transformed& x) {
  return from(x.rows, x.more);
}

std::string to_string(const transformed& x) {
  return x.more ? "part(" + to_string(x.rows) + ")" : to_string(x.rows);
}

// -- positions and stored texts -----------------------------------------------

caf::error inspect(caf::serializer& to, resume_point& x) {
  auto [known, json] = flat(json_of(x.position));
  return to(known, json);
}

caf::error inspect(caf::deserializer& from, resume_point& x) {
  bool known = false;
  std::string json;
  auto err = from(known, json);
  x.position = bookmark_of(optional_text(known, std::move(json)));
  return err;
}

std::string to_string(const resume_point& x) {
  return x.position ? "behind(" + x.position->json + ")" : "beginning";
}

caf::error inspect(caf::serializer& to, stored_text& x) {
  auto [known, text] = flat(x.text);
  return to(known, text);
}

caf::error inspect(caf::deserializer& from, stored_text& x) {
  bool known = false;
  std::string text;
  auto err = from(known, text);
  x.text = optional_text(known, std::move(text));
  return err;
}

std::string to_string(const stored_text& x) {
  return x.text ? "stored(" + *x.text + ")" : "nothing stored";
}

// -- sinks --------------------------------------------------------------------

caf::error inspect(caf::serializer& to, sink_start& x) {
  return to(x.resuming);
}

caf::error inspect(caf::deserializer& from, sink_start& x) {
  return from(x.resuming);
}

std::string to_string(const sink_start& x) {
  return x.resuming ? "sink_start(resuming)" : "sink_start";
}

std::string to_string(ending x) {
  switch (x) {
    case ending::completed:
      return "completed";
    case ending::cancelled:
      return "cancelled";
    case ending::failed:
      return "failed";
  }
  return "unknown";
}

// -- reports ------------------------------------------------------------------

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

caf::error inspect(caf::serializer& to, invocation_report& x) {
  auto how = static_cast<uint8_t>(x.how);
  auto elapsed = int64_t{x.elapsed.count()};
  auto [known, json] = flat(json_of(x.position));
  auto code = static_cast<uint8_t>(x.failure.code);
  return to(x.row, x.source, x.sink, how, x.records_in, x.records_out, x.checkpoints, elapsed,
            known, json, code, x.failure.what, x.failure.which);
}

caf::error inspect(caf::deserializer& from, invocation_report& x) {
  uint8_t how = 0;
  int64_t elapsed = 0;
  bool known = false;
  std::string json;
  uint8_t code = 0;
  auto err = from(x.row, x.source, x.sink, how, x.records_in, x.records_out, x.checkpoints, elapsed,
                  known, json, code, x.failure.what, x.failure.which);
  x.how = static_cast<outcome>(how);
  x.elapsed = std::chrono::milliseconds{elapsed};
  x.position = bookmark_of(optional_text(known, std::move(json)));
  x.failure.code = static_cast<ec>(code);
  return err;
}

std::string to_string(const invocation_report& x) {
  return x.row + " " + to_string(x.how) + ", " + std::to_string(x.records_out) + " out";
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
