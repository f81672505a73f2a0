#include "cluster/mesh/start_mesh.hpp"

#include "cluster/link/socket_address.hpp"
#include "cluster/mesh/link_scribe.hpp"
#include "cluster/mesh/mesh.hpp"

#include <caf/all.hpp>
#include <caf/io/all.hpp>

namespace faucet {
namespace {

using warning = std::function<void(const std::string&)>;

/// Takes in who comes to the door of a node.
class doorkeeper {
public:
  doorkeeper(caf::actor_system& system, const mesh_actor& mesh, warning warn)
    : system_(system), warn_(std::move(warn)), mesh_(mesh),
      door_(caf::actor_cast<caf::strong_actor_ptr>(mesh)),
      interface_(system.message_types<peer_actor>()) {
    // nop
  }

  void let_in(open_link link) const {
    switch (link.peer.purpose) {
      case link_purpose::stay:
        serve_link(system_, std::move(link), door_, interface_);
        break;
      case link_purpose::knock:
        caf::anon_send(mesh_, atom::knock::value, link.peer.instance, link.peer.mesh);
        break;
      case link_purpose::probe:
        break;
    }
  }

  /// Says who was refused: each at most once a while, so that nobody can fill a log.
  void turn_away(const error& why) {
    auto now = std::chrono::steady_clock::now();
    if (!warn_ || now < quiet_until_) {
      ++unsaid_;
      return;
    }
    quiet_until_ = now + pause_;
    auto others = std::exchange(unsaid_, 0);
    warn_("a connection to the mesh was refused: " + render(why)
          + (others > 0 ? " (and " + std::to_string(others) + " others before)" : ""));
  }

private:
  static constexpr auto pause_ = std::chrono::seconds{5};

  caf::actor_system& system_;
  warning warn_;
  std::chrono::steady_clock::time_point quiet_until_;
  uint64_t unsaid_ = 0;
  mesh_actor mesh_;
  caf::strong_actor_ptr door_;
  std::set<std::string> interface_;
};

} // namespace

expected<started_mesh> start_mesh(caf::actor_system& system, const mesh_settings& settings,
                                  const std::string& instance, const history_actor& history,
                                  std::function<void(const std::string&)> warn,
                                  std::shared_ptr<meters> counts) {
  started_mesh result;
  if (settings.credentials) {
    auto credentials = link_credentials::open(*settings.credentials);
    if (!credentials) {
      return fail(std::move(credentials));
    }
    result.credentials = std::move(*credentials);
  }
  auto socket = listen_at(settings.listen);
  if (!socket) {
    return fail(std::move(socket));
  }
  auto advertise = settings.advertise;
  if (advertise.port == 0) {
    advertise.port = bound_port(socket->get());
  }
  result.advertised = to_string(advertise);
  result.actor =
    system.spawn(mesh, mesh_parts{instance, advertise, settings.join, result.credentials, history,
                                  warn, settings.lease, std::move(counts)});
  auto keeper = std::make_shared<doorkeeper>(system, result.actor, warn);
  auto listener = link_listener::start(
    std::move(*socket),
    {.instance = instance, .mesh = result.advertised, .credentials = result.credentials},
    {[keeper](open_link link) { keeper->let_in(std::move(link)); },
     [keeper](const error& why) { keeper->turn_away(why); }});
  if (!listener) {
    caf::anon_send_exit(result.actor, caf::exit_reason::kill);
    return fail(std::move(listener));
  }
  caf::anon_send(result.actor, atom::open::value,
                 std::make_shared<link_listener>(std::move(*listener)));
  return result;
}

} // namespace faucet
