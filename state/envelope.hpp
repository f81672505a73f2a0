#pragma once

#include "model/bookmark.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// How a bookmark is stored: {"faucet_state":1,"owner":<source type>,"schema":0,"data":<bookmark>}.
std::string seal_bookmark(std::string_view owner, const bookmark& position);

/// The bookmark in a stored text. A text without an envelope is taken whole, as written by hand or
/// by an older release. Another owner or a newer format is refused with a message that names `key`.
expected<bookmark> open_bookmark(std::string_view key, std::string_view owner,
                                 std::string_view stored);

} // namespace faucet
