#pragma once

#include "model/bookmark.hpp"
#include "model/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// How a bookmark is stored:
/// {"faucet_state":1,"owner":<source type>,"schema":<n>,"data":<bookmark>}
struct envelope {
  uint32_t format = 0;              ///< 0 = a bookmark without envelope, as written by hand.
  std::optional<std::string> owner; ///< The type of the source that wrote it, where it says one.
  uint32_t schema = 0;              ///< Greater numbers than 32 bits hold are the greatest one.
  bookmark data;

  /// False where null is stored: the next run starts from the beginning.
  [[nodiscard]] bool holds_position() const noexcept {
    return data.json != "null";
  }
};

/// Whether a source may go on from what is stored.
enum class envelope_fit : uint8_t {
  legacy,       ///< No envelope: taken whole.
  current,      ///< As this source writes it.
  migrate,      ///< Of an older schema, which the source can still read.
  incompatible, ///< Of another source, a newer schema or a newer format.
};

const char* to_string(envelope_fit x) noexcept;

std::string seal_bookmark(std::string_view owner, const bookmark& position, uint32_t schema = 0);

/// Takes a stored text apart. An error where it is no JSON, or an envelope with fields of the wrong
/// type; `key` is for the message.
expected<envelope> read_envelope(std::string_view key, std::string_view stored);

/// Compares what is stored with what a source of type `owner` writes. The reason says what was
/// found and what was expected, empty where the two fit.
struct envelope_verdict {
  envelope_fit fit = envelope_fit::current;
  std::string reason;
};

envelope_verdict judge_envelope(const envelope& stored, std::string_view owner,
                                uint32_t schema = 0);

/// The bookmark in a stored text, where a source of type `owner` may go on from it; nothing where
/// null is stored. Else an error that names the key, what was found and what was expected, and what
/// to do.
expected<std::optional<bookmark>> open_bookmark(std::string_view key, std::string_view owner,
                                                std::string_view stored, uint32_t schema = 0);

} // namespace faucet
