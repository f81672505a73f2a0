#include "apps/node/node.hpp"

#include "actors/detached.hpp"
#include "actors/errors.hpp"
#include "actors/system_config.hpp"
#include "apps/node/callbacks.hpp"
#include "apps/node/desk.hpp"
#include "apps/node/http/server.hpp"
#include "apps/node/keeper.hpp"
#include "apps/node/mesh_certificates.hpp"
#include "apps/node/node_door.hpp"
#include "apps/node/node_entrance.hpp"
#include "apps/node/node_history.hpp"
#include "apps/node/node_metrics.hpp"
#include "apps/node/node_parts.hpp"
#include "apps/node/open_files.hpp"
#include "apps/program/departure.hpp"
#include "apps/program/logging.hpp"
#include "apps/program/signal_watch.hpp"
#include "apps/program/timed_call.hpp"
#include "cluster/history_host.hpp"
#include "cluster/journal_keeper.hpp"
#include "cluster/member.hpp"
#include "cluster/mesh/start_mesh.hpp"
#include "cluster/mesh/system_config.hpp"
#include "cluster/neighbours.hpp"
#include "cluster/worker.hpp"
#include "state/random_name.hpp"

#include <caf/all.hpp>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <thread>

namespace faucet {

namespace {

constexpr size_t number_of_desks = 2;

/// Beside them are some for submissions that are probed first, which may take long.
constexpr size_t number_of_patient_desks = 6;

/// How long a node that starts may take to hear from its history for the first time.
constexpr std::chrono::seconds first_contact_patience{10};

/// How long a node that leaves waits for the last lines of its runs to be written.
constexpr std::chrono::seconds last_lines_patience{5};

/// What this release reads of stored bookmarks: those in the versioned envelope.
constexpr uint32_t own_state_format = 1;

void warn(const std::string& text) {
  spdlog::warn("{}", text);
}

struct node_config : caf::actor_system_config {
  explicit node_config(bool meshed) {
    configure(*this);
    if (meshed) {
      configure_mesh(*this);
    }
  }
};

/// One node. Its parts begin to work one after another; `leave` says in which order they end.
class node_host {
public:
  explicit node_host(const node_settings& settings)
    : settings_(settings), signals_(true), stop_(std::make_shared<std::atomic<bool>>(false)),
      config_(settings.mesh.has_value()), system_(config_), root_(system_),
      commons_(make_commons(system_, settings)) {
    // nop
  }

  expected<void> start();

  /// Returns when the node is to leave, or must.
  expected<void> wait();

  void leave();

  /// Whether somebody has asked for it.
  [[nodiscard]] bool was_told_to_leave() const {
    return stop_->load();
  }

private:
  // -- steps, in the order they run -------------------------------------------

  expected<void> listen_for_signals();
  /// Starts what works with a connection to the history of its own.
  template <class Actor, class Spawn>
  expected<void> start_with_history(Actor& into, Spawn spawn);
  expected<void> prepare();
  expected<void> open_port();
  expected<void> look_around();
  expected<void> open_desks();
  expected<void> keep_house();
  expected<void> keep_journal_of_runs();
  expected<void> tell_of_ends();
  expected<void> join();
  void wait_for_contact() const;
  expected<void> open_mesh(member_settings& own);
  void tell_where() const;

  [[nodiscard]] member_settings member_settings_of(const http_server& server) const;

  // -- member variables -------------------------------------------------------

  const node_settings& settings_;
  signal_watch signals_; // before the system, whose threads inherit its mask
  std::shared_ptr<std::atomic<bool>> stop_;
  std::shared_ptr<mesh_certificates> certificates_ = std::make_shared<mesh_certificates>();
  node_config config_;
  caf::actor_system system_;
  caf::scoped_actor root_;
  node_commons commons_;
  std::optional<kept_token> token_;
  std::shared_ptr<execution_place> place_;
  std::shared_ptr<const control_parts> parts_;
  history_actor history_;
  mesh_actor mesh_;
  member_actor member_;
  keeper_actor keeper_;
  journal_actor writer_; ///< of the journal
  callback_actor callbacks_;
  desks desks_;
  std::atomic<bool> desks_are_open_{false}; ///< none is added any more
  std::optional<http_server> server_;
};

expected<void> node_host::start() {
  return listen_for_signals()
    .and_then([this] { return prepare(); })
    .and_then([this] { return open_port(); })
    .and_then([this] { return look_around(); })
    .and_then([this] { return open_desks(); })
    .and_then([this] { return keep_house(); })
    .and_then([this] { return keep_journal_of_runs(); })
    .and_then([this] { return tell_of_ends(); })
    .and_then([this] { return join(); });
}

expected<void> node_host::listen_for_signals() {
  return signals_.start(
    [stop = stop_, root = caf::actor{root_}] {
      stop->store(true);
      caf::anon_send(root, atom::leave::value);
    },
    [certificates = certificates_] { certificates->read_again(); });
}

expected<void> node_host::prepare() {
  auto access = let_people_in(settings_.access);
  if (!access) {
    return fail(std::move(access));
  }
  token_ = std::move(access->token);
  place_ = make_place(settings_, commons_);
  parts_ = make_control_parts(settings_, commons_, std::move(access->control), place_);
  return {};
}

// Before the history is there, so that whoever watches over nodes sees that this one lives.
expected<void> node_host::open_port() {
  auto server = http_server::start(
    {.host = settings_.listen.host,
     .port = settings_.listen.port,
     .body_limit = settings_.body_limit,
     .max_connections = most_connections(raise_open_files()),
     .note_refused =
       [counts = commons_.counts](std::string_view method, unsigned status) {
         counts->requested({.method = method, .path = unmatched_path, .status = status});
       }},
    [this](http_request request, std::shared_ptr<http_exchange> exchange) {
      auto is_open = desks_are_open_.load(std::memory_order_acquire);
      if (!is_open || !desks_.take(request, exchange)) {
        commons_.counts->requested(
          {.method = request.method, .path = unmatched_path, .status = 503});
        exchange->answer(to_reply(unavailable(is_open ? "too many requests wait already"
                                                      : "the node waits for its history")));
      }
    },
    make_screen(parts_));
  if (!server) {
    return fail(std::move(server));
  }
  server_ = std::move(*server);
  return {};
}

expected<void> node_host::look_around() {
  auto kept = open_node_history(settings_, stop_, history_silence);
  if (!kept) {
    return fail(std::move(kept));
  }
  return meet_neighbours(
    (*kept)->members(), {.clustered = settings_.control.clustered,
                         .lease = settings_.timing.lease,
                         .stop = stop_,
                         .waits = [](const std::string& why) { spdlog::warn("waiting {}", why); }});
}

expected<void> node_host::open_desks() {
  auto add = [this](desks::purpose for_what, size_t number) -> expected<void> {
    auto kept = open_node_history(settings_, stop_, history_silence);
    return kept ? desks_.add(*root_, for_what, number, parts_, *kept) : fail(std::move(kept));
  };
  for (size_t i = 0; i < number_of_desks; ++i) {
    if (auto ok = add(desks::purpose::all, 1); !ok) {
      return ok;
    }
  }
  if (auto ok = add(desks::purpose::probed_first, number_of_patient_desks); !ok) {
    return ok;
  }
  desks_are_open_.store(true, std::memory_order_release);
  return {};
}

template <class Actor, class Spawn>
expected<void> node_host::start_with_history(Actor& into, Spawn spawn) {
  auto kept = open_node_history(settings_, stop_, history_silence);
  if (!kept) {
    return fail(std::move(kept));
  }
  auto started = spawn(std::move(*kept));
  if (!started) {
    return fail(std::move(started));
  }
  into = std::move(*started);
  return {};
}

expected<void> node_host::keep_house() {
  return start_with_history(keeper_, [this](std::shared_ptr<history> kept) {
    return spawn_keeper(*root_, {.kept = std::move(kept),
                                 .streams = commons_.streams,
                                 .counts = commons_.counts,
                                 .retention = settings_.kept,
                                 .purge_interval = settings_.purge_interval,
                                 .counts_queued = !settings_.control.clustered});
  });
}

expected<void> node_host::keep_journal_of_runs() {
  return start_with_history(writer_, [this](std::shared_ptr<history> kept) {
    return spawn_detached(*root_, keep_journal, commons_.journal, std::move(kept));
  });
}

expected<void> node_host::tell_of_ends() {
  return start_with_history(callbacks_, [this](std::shared_ptr<history> kept) {
    return spawn_callbacks(*root_, std::move(kept), settings_.control.callback_hosts);
  });
}

member_settings node_host::member_settings_of(const http_server& server) const {
  member_settings result;
  auto listen = settings_.listen;
  listen.port = server.port();
  result.self = {.instance = random_name(),
                 .listen = listen.text(),
                 .mesh = {},
                 .max_concurrent = settings_.max_concurrent,
                 .state_format = own_state_format,
                 .pools = settings_.pools,
                 .vault_keys =
                   settings_.keys ? settings_.keys->key_names() : std::vector<std::string>{},
                 .clustered = settings_.control.clustered};
  result.timing = settings_.timing;
  result.pool_wait = settings_.pool_wait;
  result.fast_failover = settings_.fast_failover;
  return result;
}

expected<void> node_host::open_mesh(member_settings& own) {
  if (!settings_.mesh) {
    return {};
  }
  auto started =
    start_mesh(system_, *settings_.mesh, own.self.instance, history_, warn, commons_.counts);
  if (!started) {
    auto why = std::move(started).error();
    why.which = "the mesh" + (why.which.empty() ? "" : " " + why.which);
    return tl::unexpected(std::move(why));
  }
  mesh_ = started->actor;
  own.self.mesh = started->advertised;
  certificates_->keep(started->credentials);
  return {};
}

expected<void> node_host::join() {
  // Leases are at stake: it gives up on an answer for which nobody waits any more.
  auto kept = open_node_history(
    settings_, stop_,
    std::max<std::chrono::milliseconds>(std::chrono::seconds{1}, settings_.timing.history_wait()));
  if (!kept) {
    return fail(std::move(kept));
  }
  if (!settings_.control.clustered) {
    auto failed = recover_alone((*kept)->members(), (*kept)->ledger(), settings_.timing.lease);
    if (!failed) {
      return fail(std::move(failed));
    }
    if (!failed->empty()) {
      commons_.counts->reclaimed(0, failed->size());
      spdlog::warn("{} runs were under way when an earlier node ended, and have failed",
                   failed->size());
    }
  }
  auto history = spawn_detached(*root_, host_history, std::move(*kept));
  if (!history) {
    return fail(std::move(history));
  }
  history_ = std::move(*history);
  auto start = [this](const member_actor& self, const claimed_run& run, auto write_until) {
    return caf::actor_cast<worker_actor>(system_.spawn(worker, self, run, place_, write_until));
  };
  auto own = member_settings_of(*server_);
  if (auto ok = open_mesh(own); !ok) {
    return ok;
  }
  member_ = system_.spawn(member, own,
                          member_parts{.history = history_,
                                       .max_attempts = settings_.max_attempts,
                                       .start = start,
                                       .is_alone = !settings_.control.clustered,
                                       .counts = commons_.counts,
                                       .mesh = mesh_,
                                       .warn = warn});
  root_->monitor(member_);
  commons_.door->open(member_);
  wait_for_contact();
  tell_where();
  return {};
}

// Who hears that a node listens may submit at once.
void node_host::wait_for_contact() const {
  auto give_up = std::chrono::steady_clock::now() + first_contact_patience;
  while (!commons_.door->view().history_answers && !was_told_to_leave()
         && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
}

void node_host::tell_where() const {
  auto listen = settings_.listen;
  listen.port = server_->port();
  auto url = "http://" + listen.text();
  tell("listening on " + url);
  if (token_) {
    tell((token_->is_new ? "a token was put into " : "the token is in ") + token_->file.string()
         + ", where the client finds it; to submit a pipeline: faucet submit PIPELINE --node "
         + url);
  }
}

expected<void> node_host::wait() {
  expected<void> result;
  root_->receive([](atom::leave) {},
                 [&result](const caf::down_msg& down) {
                   auto why = from_caf(down.reason);
                   if (why.code != ec::state_conflict) {
                     why = {ec::internal, "ended: " + why.what, "the node's member"};
                   }
                   result = tl::unexpected(std::move(why));
                 });
  return result;
}

void node_host::leave() {
  commons_.door->begin_draining();
  if (member_) {
    if (was_told_to_leave()) {
      tell("leaving: no new runs; a second signal ends the node at once");
      root_->request(member_, caf::infinite, atom::drain::value)
        .receive([](atom::done) {}, [](const caf::error&) {});
    }
    commons_.door->close();
  }
  if (writer_) {
    root_->request(writer_, last_lines_patience, atom::flush::value)
      .receive([](atom::done) {}, [](const caf::error&) {});
  }
  if (server_) {
    server_->stop();
  }
  desks_.close();
  caf::anon_send_exit(keeper_, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(writer_, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(callbacks_, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(member_, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(mesh_, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(history_, caf::exit_reason::user_shutdown);
}

} // namespace

exit_code run_node(const node_settings& settings) {
  exit_code code;
  {
    node_host node{settings};
    auto outcome = node.start().and_then([&node] { return node.wait(); });
    node.leave();
    code = outcome || node.was_told_to_leave() ? exit_code::done : complain(outcome.error());
    depart_soon(code);
  }
  if (calls_are_left_behind()) {
    ::_exit(static_cast<int>(code));
  }
  return code;
}

} // namespace faucet
