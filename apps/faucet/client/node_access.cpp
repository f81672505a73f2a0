#include "apps/faucet/client/node_access.hpp"

#include "apps/node/http/url.hpp"
#include "apps/node/token_file.hpp"
#include "config/bounded_file.hpp"

#include <CLI/CLI.hpp>
#include <arpa/inet.h>
#include <unistd.h>

#include <filesystem>

namespace faucet {

namespace {

constexpr size_t max_token_bytes = 4096;

/// "http://host:port" of a URL or of a bare host:port.
std::string url_of(std::string text) {
  if (text.find("://") == std::string::npos) {
    text.insert(0, "http://");
  }
  while (text.ends_with('/')) {
    text.pop_back();
  }
  return text;
}

/// By its whole name, so that no stranger's gets the token.
bool is_on_this_machine(const std::string& url) {
  auto parsed = parse_http_url(url + "/");
  if (!parsed) {
    return false;
  }
  in_addr address{};
  return parsed->host == "localhost" || parsed->host == "::1"
         || (::inet_pton(AF_INET, parsed->host.c_str(), &address) == 1
             && ntohl(address.s_addr) >> 24 == 127);
}

expected<std::string> token_here() {
  std::error_code unknown;
  if (!std::filesystem::exists(token_file_name, unknown)) {
    return std::string{};
  }
  auto text = read_bounded_file(token_file_name, max_token_bytes);
  if (text) {
    text->erase(text->find_last_not_of("\r\n") + 1);
  }
  return text;
}

} // namespace

std::shared_ptr<client_flags> add_node_access(CLI::App& command) {
  auto flags = std::make_shared<client_flags>();
  command.add_option("--node", flags->node, "Any node of the cluster: URL or HOST:PORT")
    ->envname("FAUCET_NODE")
    ->capture_default_str();
  command
    .add_option("--token", flags->token,
                "Token of the node (default: that in ./faucet.token, for a node on this machine)")
    ->envname("FAUCET_TOKEN");
  auto* json = command.add_flag("--json", flags->json,
                                "JSON, which is the default where stdout is no terminal");
  command.add_flag("--text", flags->text, "Text for people, also where stdout is no terminal")
    ->excludes(json);
  return flags;
}

expected<node_access> access_of(const client_flags& flags) {
  node_access result{url_of(flags.node), flags.token};
  if (result.token.empty() && is_on_this_machine(result.url)) {
    auto found = token_here();
    if (!found) {
      return fail(std::move(found));
    }
    result.token = std::move(*found);
  }
  if (result.token.find_first_of("\r\n") != std::string::npos) {
    return fail(ec::invalid_config, "must be one line", "--token");
  }
  return result;
}

bool wants_json(const client_flags& flags) {
  return flags.json || (!flags.text && ::isatty(STDOUT_FILENO) == 0);
}

} // namespace faucet
