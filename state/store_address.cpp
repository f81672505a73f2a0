#include "state/store_address.hpp"

#include "config/document.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace faucet {

namespace {

component_spec block(std::string type, node::map_type config) {
  return {.type = node{std::move(type)}, .config = node{std::move(config)}};
}

expected<component_spec> written_block(const std::string& text) {
  auto parsed = parse_document(text, "--to-state");
  if (!parsed) {
    return fail(std::move(parsed));
  }
  component_spec result;
  if (auto ok = read_options(*parsed, result, "--to-state"); !ok) {
    return fail(std::move(ok));
  }
  return result;
}

} // namespace

expected<component_spec> store_at(const std::string& address) {
  constexpr std::string_view file = "file:";
  auto is_url_of = [&address](std::string_view scheme) {
    return address.starts_with(std::string{scheme} + "://");
  };
  if (address.starts_with('{')) {
    return written_block(address);
  }
  if (address == "memory") {
    return block("memory", {});
  }
  if (is_url_of("postgres") || is_url_of("postgresql")) {
    return block("postgres", {{"url", node{address}, {}}, {"ensure_table", node{true}, {}}});
  }
  if (is_url_of("redis") || is_url_of("rediss")) {
    return block("redis", {{"url", node{address}, {}}});
  }
  auto folder = address.starts_with(file) ? address.substr(file.size()) : address;
  if (folder.empty() || folder.find("://") != std::string::npos) {
    return fail(
      ec::invalid_config,
      "is no store; say postgres://…, redis://…, file:DIR, memory or {type: …, config: …}",
      "--to-state " + address.substr(0, address.find("://")));
  }
  return block("file", {{"path", node{std::move(folder)}, {}}});
}

} // namespace faucet
