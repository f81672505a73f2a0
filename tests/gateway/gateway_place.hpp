#pragma once

#include "apps/node/gateway/control_plane.hpp"
#include "apps/node/http/server.hpp"
#include "config/node.hpp"
#include "tests/temp_folder.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace faucet::test {

/// A node as the control plane sees it.
class scripted_door final : public cluster_door {
public:
  void kick(const std::string& pool) override {
    kicked.push_back(pool);
  }

  void cancel(const std::string& run) override {
    cancelled.push_back(run);
  }

  [[nodiscard]] node_view view() const override {
    return now;
  }

  node_view now{.self = {.instance = "node-1",
                         .listen = "127.0.0.1:8080",
                         .max_concurrent = 4,
                         .pools = std::vector<std::string>{"default"}},
                .history_answers = true};
  std::vector<std::string> kicked;
  std::vector<std::string> cancelled;
};

struct api_answer {
  unsigned status = 0;
  std::string head; ///< status line and headers
  std::string body;

  /// The body, which must be JSON.
  [[nodiscard]] node json() const;

  /// The text at a key, or at two.
  [[nodiscard]] std::string text(std::string_view key, std::string_view below = {}) const;
};

/// A control plane with a history of its own, behind a real port. Everything happens on one thread:
/// a request is answered before the next is looked at.
class gateway_place {
public:
  /// `url` is where the history is; a SQLite file of its own where it is empty.
  explicit gateway_place(std::function<void(control_parts&)> change = {}, std::string url = {});

  api_answer ask(const std::string& method, const std::string& path, const std::string& body = {},
                 const std::string& token = "token of eve", const std::string& headers = {});

  api_answer get(const std::string& path, const std::string& token = "token of eve") {
    return ask("GET", path, {}, token);
  }

  /// Submits these fields beside a pipeline that is fine.
  api_answer submit(const std::string& fields = {}, const std::string& token = "token of eve");

  /// The id of a run that was accepted.
  std::string submitted(const std::string& fields = {});

  /// The run becomes node-1's.
  run_hold claim_one();

  /// A run that has ended so.
  void end(const run_hold& hold, run_status how = run_status::completed);

  temp_folder folder;
  std::shared_ptr<control_parts> parts = std::make_shared<control_parts>();
  std::shared_ptr<scripted_door> door = std::make_shared<scripted_door>();
  std::vector<std::string> log;
  std::vector<std::string> notes; ///< "GET /v1/runs 200"
  std::unique_ptr<history> kept;  ///< of the control plane
  std::unique_ptr<history> own;   ///< of the test
  std::unique_ptr<http_server> server;

private:
  std::unique_ptr<control_plane> plane_;
};

} // namespace faucet::test
