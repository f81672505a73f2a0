#include "actors/inspect.hpp"

#include "actors/flat_fields.hpp"
#include "model/page_codec.hpp"

#include <caf/all.hpp>

namespace faucet {

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

caf::error inspect(caf::serializer& to, left_out& x) {
  return to(x.records, x.pages);
}

caf::error inspect(caf::deserializer& from, left_out& x) {
  return from(x.records, x.pages);
}

std::string to_string(const left_out& x) {
  return "left_out(" + std::to_string(x.records) + ", " + std::to_string(x.pages) + " pages)";
}

caf::error inspect(caf::serializer& to, rejected_row& x) {
  auto code = static_cast<uint8_t>(x.why.code);
  return to(x.row, code, x.why.what, x.why.which);
}

caf::error inspect(caf::deserializer& from, rejected_row& x) {
  uint8_t code = 0;
  auto err = from(x.row, code, x.why.what, x.why.which);
  x.why.code = static_cast<ec>(code);
  return err;
}

caf::error inspect(caf::serializer& to, write_result& x) {
  return to(x.records, x.rejected);
}

caf::error inspect(caf::deserializer& from, write_result& x) {
  return from(x.records, x.rejected);
}

std::string to_string(const write_result& x) {
  return "written(" + std::to_string(x.records) + ", " + std::to_string(x.rejected.size())
         + " rejected)";
}

// -- rows ---------------------------------------------------------------------

caf::error inspect(caf::serializer& to, row_claim& x) {
  auto hold = x.hold.value_or(run_hold{});
  return to(x.key, x.run_id, x.force, x.older_keys, hold.run, hold.epoch);
}

caf::error inspect(caf::deserializer& from, row_claim& x) {
  run_hold hold;
  auto result = from(x.key, x.run_id, x.force, x.older_keys, hold.run, hold.epoch);
  x.hold = hold.run.empty() ? std::nullopt : std::optional{std::move(hold)};
  return result;
}

std::string to_string(const row_claim& x) {
  return x.key + " for " + x.run_id;
}

caf::error inspect(caf::serializer& to, claimed_row& x) {
  auto [known, text] = flat(x.text);
  auto adopted = static_cast<uint8_t>(x.adopted);
  auto adopting = int64_t{x.adopting.count()};
  auto failure = static_cast<uint8_t>(x.adoption_failure);
  return to(known, text, x.leased, adopted, adopting, failure, x.warnings);
}

caf::error inspect(caf::deserializer& from, claimed_row& x) {
  bool known = false;
  std::string text;
  uint8_t adopted = 0;
  int64_t adopting = 0;
  uint8_t failure = 0;
  auto err = from(known, text, x.leased, adopted, adopting, failure, x.warnings);
  x.adopted = static_cast<adoption>(adopted);
  x.adopting = std::chrono::nanoseconds{adopting};
  x.adoption_failure = static_cast<ec>(failure);
  x.text = optional_text(known, std::move(text));
  return err;
}

std::string to_string(const claimed_row& x) {
  return std::string{x.leased ? "leased, " : "not leased, "}
         + (x.text ? *x.text : "nothing stored");
}

} // namespace faucet
