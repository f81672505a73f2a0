#include "apps/node/node_history.hpp"

#include "apps/node/node_settings.hpp"

#include <spdlog/spdlog.h>

namespace faucet {

namespace {

/// How long a node that starts waits for a history that does not answer.
constexpr std::chrono::seconds history_patience{60};

} // namespace

expected<std::shared_ptr<history>> open_node_history(const node_settings& settings,
                                                     std::shared_ptr<std::atomic<bool>> stop,
                                                     std::chrono::milliseconds silence) {
  history_settings how{.url = settings.history_url,
                       .patience = std::chrono::milliseconds{0},
                       .stop = std::move(stop),
                       .reply_timeout = silence,
                       .most_log_lines = settings.most_log_lines};
  auto opened = open_history(how);
  if (!opened && is_transient(opened.error())) {
    spdlog::warn("waiting for the history: {}", render(opened.error()));
    how.patience = history_patience;
    opened = open_history(how);
  }
  if (!opened) {
    auto why = opened.error();
    why.which = "the history" + (why.which.empty() ? "" : " " + why.which);
    why.code = is_transient(why) ? why.code : ec::state_failed;
    return tl::unexpected(std::move(why));
  }
  return std::shared_ptr<history>{std::move(*opened)};
}

} // namespace faucet
