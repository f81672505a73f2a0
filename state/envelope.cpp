#include "state/envelope.hpp"

#include <nlohmann/json.hpp>

namespace faucet {

namespace {

constexpr uint64_t newest_format = 1;
constexpr uint64_t newest_schema = 0;

tl::unexpected<error> incompatible(std::string_view key, const std::string& found) {
  return fail(ec::state_failed,
              found + "; run the release that wrote it, or start over with `faucet state reset`",
              "state key " + std::string{key});
}

} // namespace

std::string seal_bookmark(std::string_view owner, const bookmark& position) {
  // The bookmark is JSON text already; it must not lose a digit on the way.
  return "{\"faucet_state\":" + std::to_string(newest_format)
         + ",\"owner\":" + nlohmann::json(owner).dump()
         + ",\"schema\":" + std::to_string(newest_schema) + ",\"data\":" + position.json + "}";
}

expected<bookmark> open_bookmark(std::string_view key, std::string_view owner,
                                 std::string_view stored) {
  auto parsed = nlohmann::json::parse(stored, nullptr, false);
  if (parsed.is_discarded()) {
    return fail(ec::state_failed, "the stored bookmark is not valid JSON",
                "state key " + std::string{key});
  }
  auto is_envelope = parsed.is_object() && parsed.contains("data")
                     && parsed.contains("faucet_state")
                     && parsed["faucet_state"].is_number_integer();
  if (!is_envelope) {
    return bookmark{std::string{stored}};
  }
  if (auto format = parsed["faucet_state"].get<uint64_t>(); format > newest_format) {
    return incompatible(key, "stored in format " + std::to_string(format)
                               + ", this release reads up to " + std::to_string(newest_format));
  }
  if (auto found = parsed.value("owner", std::string{owner}); found != owner) {
    return incompatible(key, "the bookmark belongs to a source of type \"" + found + "\", not \""
                               + std::string{owner} + "\"");
  }
  if (auto schema = parsed.value("schema", uint64_t{0}); schema > newest_schema) {
    return incompatible(key, "bookmark schema " + std::to_string(schema)
                               + ", this release reads up to " + std::to_string(newest_schema));
  }
  return bookmark{parsed["data"].dump()};
}

} // namespace faucet
