#include "tests/gateway/gateway_place.hpp"

#include "config/document.hpp"
#include "config/json_reader.hpp"
#include "state/json_text.hpp"
#include "tests/catch.hpp"
#include "tests/http/raw_client.hpp"

namespace faucet::test {

namespace {

/// Stands for what a node does with its connectors: knows one source, and a row "a".
expected<checked_pipeline> check(const submitted_pipeline& x) {
  auto document = parse_document(x.config, "config." + x.format);
  REQUIRE(document);
  if (document->find("pipeline") == nullptr) {
    return fail(ec::invalid_config, "missing key \"pipeline\"", "config.yaml:1");
  }
  if (x.config.find("unknown_connector") != std::string::npos) {
    return fail(ec::invalid_config, "unknown source \"unknown_connector\"", "config.yaml:3");
  }
  if (x.config.find("busy") != std::string::npos) {
    return fail(ec::unavailable, "cannot say now");
  }
  if (x.config.find("crash") != std::string::npos) {
    throw std::runtime_error{"SELECT secret FROM inside"};
  }
  checked_pipeline result{.name = text_field(*document, "name").value_or("config"),
                          .pool = text_field(*document, "pool").value_or(""),
                          .selection = "default"};
  if (x.details.find(R"("selection":)") != std::string::npos) {
    if (x.details.find(R"(["a"])") == std::string::npos) {
      return fail(ec::invalid_config, "unknown row; there are: a", "selection");
    }
    result.selection = "select=a";
  }
  if (x.details.find(R"("depends_on":)") != std::string::npos) {
    result.depends_on = "b=a";
  }
  return result;
}

std::unique_ptr<history> opened(const std::string& url) {
  auto result = open_history({.url = url});
  REQUIRE(result);
  return std::move(*result);
}

} // namespace

node api_answer::json() const {
  auto read = read_json(body, std::make_shared<const std::string>("reply"));
  INFO(body);
  REQUIRE(read);
  return std::move(*read);
}

std::string api_answer::text(std::string_view key, std::string_view below) const {
  auto whole = json();
  const auto* found = whole.find(key);
  if (found != nullptr && !below.empty()) {
    found = found->find(below);
  }
  return found == nullptr ? "missing" : found->text() != nullptr ? *found->text() : json_of(*found);
}

gateway_place::gateway_place(std::function<void(control_parts&)> change, std::string url) {
  url = url.empty() ? "sqlite:" + folder.path().string() + "/history.db" : url;
  kept = opened(url);
  own = opened(url);
  auto access = access_control::make({{{"ann", role::viewer}, "token of ann"},
                                      {{"bob", role::operator_}, "token of bob"},
                                      {{"eve", role::admin}, "token of eve"}});
  REQUIRE(access);
  parts->settings.clustered = true;
  door->now.members = {{door->now.self, std::chrono::milliseconds{10}}};
  parts->door = door;
  parts->access = std::make_shared<access_control>(std::move(*access));
  parts->streams = std::make_shared<log_streams>();
  parts->check = check;
  parts->probe = [](const submitted_pipeline&) { return probed_pipeline{}; };
  parts->metrics = [] { return std::string{"faucet_up 1\n"}; };
  parts->log = [this](const std::string& line) { log.push_back(line); };
  parts->note = [this](const request_note& x) {
    notes.push_back(std::string{x.method} + " " + std::string{x.path} + " "
                    + std::to_string(x.status));
  };
  if (change) {
    change(*parts);
  }
  plane_ = std::make_unique<control_plane>(parts, *kept);
  auto started = http_server::start(
    {},
    [this](const http_request& request, const std::shared_ptr<http_exchange>& exchange) {
      plane_->serve(request, exchange);
    },
    make_screen(parts));
  REQUIRE(started);
  server = std::make_unique<http_server>(std::move(*started));
}

api_answer gateway_place::ask(const std::string& method, const std::string& path,
                              const std::string& body, const std::string& token,
                              const std::string& headers) {
  raw_client client{server->port()};
  auto text = method + " " + path + " HTTP/1.1\r\nConnection: close\r\n";
  text += headers.find("Host:") == std::string::npos ? "Host: a\r\n" : "";
  text += token.empty() ? "" : "Authorization: Bearer " + token + "\r\n";
  if (!body.empty()) {
    text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    text += headers.find("Content-Type:") == std::string::npos
              ? "Content-Type: application/json\r\n"
              : "";
  }
  client.send(text + headers + "\r\n" + body);
  auto reply = client.read_all();
  auto end = reply.find("\r\n\r\n");
  INFO(path << " → " << reply);
  REQUIRE(end != std::string::npos);
  return {static_cast<unsigned>(std::stoul(reply.substr(9, 3))), reply.substr(0, end),
          reply.substr(end + 4)};
}

api_answer gateway_place::submit(const std::string& fields, const std::string& token) {
  auto config = fields.find("\"config\"") == std::string::npos
                  ? std::string{R"("config":"name: orders\npipeline: {}\n")"}
                  : std::string{};
  auto comma = !config.empty() && !fields.empty() ? "," : "";
  return ask("POST", "/v1/runs", "{" + config + comma + fields + "}", token);
}

std::string gateway_place::submitted(const std::string& fields) {
  auto reply = submit(fields);
  INFO(reply.body);
  REQUIRE(reply.status == 202);
  return reply.text("run_id");
}

run_hold gateway_place::claim_one() {
  auto claimed = own->ledger().claim(
    {.owner = "node-1", .pools = {}, .limit = 1, .lease = std::chrono::seconds{30}});
  REQUIRE(claimed);
  REQUIRE(claimed->size() == 1);
  return claimed->front().hold;
}

void gateway_place::end(const run_hold& hold, run_status how) {
  run_end ended{.hold = hold, .status = how, .error = how == run_status::failed ? "broke" : ""};
  ended.outcome = R"({"records_written":7,"invocations":[{"row_id":"row-0"}]})";
  REQUIRE(own->ledger().finish("node-1", {&ended, 1})->counted.size() == 1);
}

} // namespace faucet::test
