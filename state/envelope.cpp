#include "state/envelope.hpp"

#include "config/json_reader.hpp"
#include "config/to_value.hpp"
#include "model/json_writer.hpp"

#include <memory>

namespace faucet {

namespace {

constexpr int64_t newest_format = 1;
constexpr int64_t newest_schema = 0;

/// JSON text, every digit as it was.
std::string json_of(const node& x) {
  page_builder memory;
  std::string result;
  append_json(result, to_value(x, memory));
  return result;
}

tl::unexpected<error> incompatible(std::string_view key, const std::string& found) {
  return fail(ec::state_failed,
              found + "; run the release that wrote it, or start over with `faucet state reset`",
              "state key " + std::string{key});
}

bool is_envelope(const node& stored) {
  const auto* format = stored.find("faucet_state");
  return format != nullptr && stored.find("data") != nullptr
         && (std::holds_alternative<int64_t>(format->content())
             || std::holds_alternative<uint64_t>(format->content()));
}

/// True for a whole number up to `newest`.
bool is_known(const node& number, int64_t newest) {
  const auto* x = std::get_if<int64_t>(&number.content());
  return x != nullptr && *x >= 0 && *x <= newest;
}

} // namespace

std::string seal_bookmark(std::string_view owner, const bookmark& position) {
  // The bookmark is JSON text already; it must not lose a digit on the way.
  return "{\"faucet_state\":" + std::to_string(newest_format)
         + ",\"owner\":" + json_of(node{std::string{owner}})
         + ",\"schema\":" + std::to_string(newest_schema) + ",\"data\":" + position.json + "}";
}

expected<bookmark> open_bookmark(std::string_view key, std::string_view owner,
                                 std::string_view stored) {
  auto parsed = read_json(stored, std::make_shared<const std::string>(key));
  if (!parsed) {
    return fail(ec::state_failed, "the stored bookmark is not valid JSON",
                "state key " + std::string{key});
  }
  if (!is_envelope(*parsed)) {
    return bookmark{std::string{stored}};
  }
  if (const auto* format = parsed->find("faucet_state"); !is_known(*format, newest_format)) {
    return incompatible(key, "stored in format " + json_of(*format) + ", this release reads up to "
                               + std::to_string(newest_format));
  }
  const auto* found = parsed->find("owner");
  if (found != nullptr && (found->text() == nullptr || *found->text() != owner)) {
    return incompatible(key, "the bookmark belongs to a source of type " + json_of(*found)
                               + ", not \"" + std::string{owner} + "\"");
  }
  if (const auto* schema = parsed->find("schema");
      schema != nullptr && !is_known(*schema, newest_schema)) {
    return incompatible(key, "bookmark schema " + json_of(*schema) + ", this release reads up to "
                               + std::to_string(newest_schema));
  }
  return bookmark{json_of(*parsed->find("data"))};
}

} // namespace faucet
