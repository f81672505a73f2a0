#pragma once

#include "model/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// What a node comes for.
enum class link_purpose : uint8_t {
  stay = 1, ///< The connection is to be the link between the two.
  knock,    ///< To be known, so that the other side dials; then it goes.
  probe,    ///< To see who is there; then it goes.
};

/// What the node that was dialled says to that.
enum class link_verdict : uint8_t {
  none = 0, ///< Not yet judged: the dialling side's own hello.
  accepted,
  other_version,  ///< It speaks another version of this protocol.
  itself,         ///< Both ends are one node.
  other_instance, ///< It is not the one that was looked for.
  wrong_side,     ///< Of two nodes the one with the lesser name dials.
};

/// The first thing that each side of a connection says. The same size always, so that nobody can
/// make the other wait for more or hold more.
struct link_hello {
  uint16_t version = current_version;
  link_purpose purpose = link_purpose::stay;
  link_verdict verdict = link_verdict::none;
  std::string instance; ///< who says it
  std::string wanted;   ///< whom it looks for; empty for whoever is there
  std::string mesh;     ///< host:port at which it can be dialled

  static constexpr uint16_t current_version = 1;
  static constexpr size_t most_instance = 64;
  static constexpr size_t most_mesh = 272;
  /// Bytes of a whole hello.
  static constexpr size_t size = 16 + 2 * most_instance + most_mesh;
};

/// The bytes of a hello. Its texts fit, or it is an error that names the one that does not.
expected<std::string> encode(const link_hello& x);

/// Reads a whole hello. The texts of one of another version are left empty.
expected<link_hello> decode_hello(std::string_view bytes);

/// True as long as the first bytes of a connection may become a hello.
bool may_be_hello(std::string_view begun);

/// What the dialled node says to a hello.
link_verdict judge_hello(const link_hello& theirs, const std::string& own_instance);

/// What the dialling node says to an answer that refuses it, or whose instance is another than it
/// looked for; nothing where it may go on.
std::optional<error> refusal_in(const link_hello& answer, const link_hello& own,
                                const std::string& which);

} // namespace faucet
