#include "cluster/link/hello.hpp"

#include <algorithm>

namespace faucet {
namespace {

/// The line end makes a transfer that mends line ends visible.
constexpr std::string_view magic = "fctmesh\n";

/// What stands before the texts: magic, version, purpose, verdict, the three lengths.
constexpr size_t head = 16;

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
}

/// Takes a text of at most `most` bytes, which is padded with zeros.
expected<std::string> take_text(std::string_view& rest, size_t length, size_t most) {
  auto field = rest.substr(0, most);
  rest.remove_prefix(most);
  if (length > most || !is_plain(field.substr(0, length))) {
    return fail(ec::unavailable, "sent a hello that cannot be read");
  }
  return std::string(field.substr(0, length));
}

} // namespace

expected<std::string> encode(const link_hello& x) {
  std::string bytes(magic);
  auto put_number = [&bytes](size_t number) {
    bytes += static_cast<char>(number >> 8U);
    bytes += static_cast<char>(number & 255U);
  };
  put_number(x.version);
  bytes += static_cast<char>(x.purpose);
  bytes += static_cast<char>(x.verdict);
  bytes += static_cast<char>(x.instance.size());
  bytes += static_cast<char>(x.wanted.size());
  put_number(x.mesh.size());
  auto put_text = [&bytes](const std::string& text, size_t most) {
    bytes += text;
    bytes.append(most - std::min(text.size(), most), '\0');
    return text.size() <= most && is_plain(text);
  };
  if (!put_text(x.instance, link_hello::most_instance)
      || !put_text(x.wanted, link_hello::most_instance)) {
    return fail(ec::invalid_config, "the name of an instance has at most 64 plain characters",
                x.instance);
  }
  if (!put_text(x.mesh, link_hello::most_mesh)) {
    return fail(ec::invalid_config, "the address of a mesh is too long", x.mesh);
  }
  return bytes;
}

expected<link_hello> decode_hello(std::string_view bytes) {
  if (bytes.size() != link_hello::size || !may_be_hello(bytes)) {
    return fail(ec::unavailable, "is another program, not a node of a mesh");
  }
  auto number_at = [&bytes](size_t at) { return static_cast<unsigned char>(bytes[at]); };
  link_hello result;
  result.version = static_cast<uint16_t>(number_at(8) << 8U | number_at(9));
  if (result.version != link_hello::current_version) {
    return result;
  }
  result.purpose = static_cast<link_purpose>(number_at(10));
  result.verdict = static_cast<link_verdict>(number_at(11));
  if (result.purpose < link_purpose::stay || result.purpose > link_purpose::probe
      || result.verdict > link_verdict::wrong_side) {
    return fail(ec::unavailable, "sent a hello that cannot be read");
  }
  auto rest = bytes.substr(head);
  auto instance = take_text(rest, number_at(12), link_hello::most_instance);
  auto wanted = take_text(rest, number_at(13), link_hello::most_instance);
  auto mesh = take_text(rest, static_cast<size_t>(number_at(14) << 8U | number_at(15)),
                        link_hello::most_mesh);
  if (!instance || !wanted || !mesh || instance->empty()) {
    return fail(ec::unavailable, "sent a hello that cannot be read");
  }
  result.instance = std::move(*instance);
  result.wanted = std::move(*wanted);
  result.mesh = std::move(*mesh);
  return result;
}

bool may_be_hello(std::string_view begun) {
  auto seen = std::min(begun.size(), magic.size());
  return begun.substr(0, seen) == magic.substr(0, seen);
}

link_verdict judge_hello(const link_hello& theirs, const std::string& own_instance) {
  if (theirs.version != link_hello::current_version) {
    return link_verdict::other_version;
  }
  if (theirs.instance == own_instance) {
    return link_verdict::itself;
  }
  if (!theirs.wanted.empty() && theirs.wanted != own_instance) {
    return link_verdict::other_instance;
  }
  if (theirs.purpose == link_purpose::stay && theirs.instance > own_instance) {
    return link_verdict::wrong_side;
  }
  return link_verdict::accepted;
}

std::optional<error> refusal_in(const link_hello& answer, const link_hello& own,
                                const std::string& which) {
  auto refused = [&which](std::string what) {
    return error{ec::unavailable, std::move(what), which};
  };
  if (answer.version != own.version) {
    return refused("speaks version " + std::to_string(answer.version)
                   + " between nodes, this node version " + std::to_string(own.version));
  }
  if (answer.instance == own.instance) {
    return refused("is this node itself");
  }
  if (!own.wanted.empty() && answer.instance != own.wanted) {
    return refused("is node " + answer.instance + ", not node " + own.wanted);
  }
  switch (answer.verdict) {
    case link_verdict::accepted:
      return std::nullopt;
    case link_verdict::wrong_side:
      return refused("dials by itself, for its name is the lesser");
    default:
      return refused("node " + answer.instance + " refused the link");
  }
}

} // namespace faucet
