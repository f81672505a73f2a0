#include "state/envelope.hpp"

#include "config/json_reader.hpp"
#include "state/json_text.hpp"

#include <algorithm>
#include <limits>
#include <memory>

namespace faucet {

namespace {

constexpr uint32_t newest_format = 1;

tl::unexpected<error> refused(std::string_view key, std::string what) {
  return fail(ec::state_failed, std::move(what), "state key " + std::string{key});
}

bool is_integer(const node& x) {
  return std::holds_alternative<int64_t>(x.content())
         || std::holds_alternative<uint64_t>(x.content());
}

/// A field that must be a whole number, cut to 32 bits; nothing where it is something else.
std::optional<uint32_t> clamped_field(const node& map, std::string_view name) {
  auto x = number_field(map, name);
  return x ? std::optional{static_cast<uint32_t>(
           std::min<uint64_t>(*x, std::numeric_limits<uint32_t>::max()))}
           : std::nullopt;
}

} // namespace

const char* to_string(envelope_fit x) noexcept {
  switch (x) {
    case envelope_fit::legacy:
      return "legacy";
    case envelope_fit::current:
      return "current";
    case envelope_fit::migrate:
      return "migrate";
    case envelope_fit::incompatible:
      break;
  }
  return "incompatible";
}

std::string seal_bookmark(std::string_view owner, const bookmark& position, uint32_t schema) {
  json_object_writer out;
  out.number("faucet_state", newest_format).text("owner", owner).number("schema", schema);
  out.json("data", position.json); // JSON already; it must not lose a digit on the way
  return std::move(out).finish();
}

expected<envelope> read_envelope(std::string_view key, std::string_view stored) {
  auto parsed = read_json(stored, std::make_shared<const std::string>(key));
  if (!parsed) {
    return refused(key, "the stored bookmark is not valid JSON");
  }
  const auto* format = parsed->find("faucet_state");
  const auto* data = parsed->find("data");
  if (format == nullptr || data == nullptr || !is_integer(*format)) {
    return envelope{.data = bookmark{parsed->is_null() ? "null" : std::string{stored}}};
  }
  envelope result{.data = bookmark{json_of(*data)}};
  if (auto number = clamped_field(*parsed, "faucet_state")) {
    result.format = *number;
  } else {
    return refused(key, "stored in format " + json_of(*format) + ", which no release writes");
  }
  if (const auto* schema = parsed->find("schema"); schema != nullptr && !schema->is_null()) {
    if (auto number = clamped_field(*parsed, "schema")) {
      result.schema = *number;
    } else {
      return refused(key, "the schema of the bookmark is " + json_of(*schema)
                            + " and not a whole number");
    }
  }
  if (const auto* owner = parsed->find("owner"); owner != nullptr && !owner->is_null()) {
    if (owner->text() == nullptr) {
      return refused(key, "the owner of the bookmark is " + json_of(*owner)
                            + " and not the type of a source");
    }
    result.owner = *owner->text();
  }
  return result;
}

envelope_verdict judge_envelope(const envelope& stored, std::string_view owner, uint32_t schema) {
  if (stored.format == 0) {
    return {envelope_fit::legacy, {}};
  }
  if (stored.format > newest_format) {
    return {envelope_fit::incompatible, "stored in format " + std::to_string(stored.format)
                                          + ", this release reads up to "
                                          + std::to_string(newest_format)};
  }
  if (stored.owner && *stored.owner != owner) {
    return {envelope_fit::incompatible, "the bookmark belongs to a source of type "
                                          + json_of(*stored.owner) + ", not " + json_of(owner)};
  }
  if (stored.schema > schema) {
    return {envelope_fit::incompatible, "bookmark schema " + std::to_string(stored.schema)
                                          + ", this release reads up to " + std::to_string(schema)};
  }
  return {stored.schema < schema ? envelope_fit::migrate : envelope_fit::current, {}};
}

expected<std::optional<bookmark>> open_bookmark(std::string_view key, std::string_view owner,
                                                std::string_view stored, uint32_t schema) {
  auto parsed = read_envelope(key, stored);
  if (!parsed) {
    return fail(std::move(parsed));
  }
  auto verdict = judge_envelope(*parsed, owner, schema);
  if (verdict.fit == envelope_fit::incompatible) {
    return refused(key, verdict.reason
                          + "; run the release that wrote it, or start over with `faucet state "
                            "reset`");
  }
  return parsed->holds_position() ? std::optional{std::move(parsed->data)} : std::nullopt;
}

} // namespace faucet
