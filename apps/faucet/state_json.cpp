#include "apps/faucet/state_json.hpp"

#include "state/json_text.hpp"

namespace faucet {

envelope_verdict format_of(const envelope& stored, const std::string& source_type) {
  auto result = judge_envelope(stored, source_type);
  if (result.fit == envelope_fit::incompatible) {
    result.reason += "; the next run refuses it";
  } else if (result.fit == envelope_fit::legacy) {
    result.reason = "stored without an envelope; the next run that moves it puts it into one";
  }
  return result;
}

std::string format_json(const envelope& stored, const std::string& source_type) {
  auto how = format_of(stored, source_type);
  json_object_writer out;
  out.number("format", stored.format);
  if (stored.owner) {
    out.text("owner", *stored.owner);
  }
  out.number("schema", stored.schema).text("expected_owner", source_type);
  out.number("expected_schema", 0).text("status", to_string(how.fit));
  if (!how.reason.empty()) {
    out.text("detail", how.reason);
  }
  return std::move(out).finish();
}

std::string key_json(const stored_key& x) {
  json_object_writer out;
  out.text("key", x.key);
  if (!x.meaning.row.empty()) {
    out.text("row", x.meaning.row);
  }
  if (!x.meaning.sub.empty()) {
    out.text("sub", x.meaning.sub);
  }
  out.text("kind", to_string(x.meaning.kind));
  if (!x.meaning.id.empty()) {
    out.text("id", x.meaning.id);
  }
  out.json("value", x.json ? *x.json : "null");
  if (!x.json) {
    out.text("error", x.json.error().what);
  }
  return std::move(out).finish();
}

} // namespace faucet
