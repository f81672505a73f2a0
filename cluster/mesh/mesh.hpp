#pragma once

#include "cluster/link/credentials.hpp"
#include "cluster/link/listener.hpp"
#include "cluster/mesh/contact_book.hpp"
#include "cluster/mesh/dialler.hpp"
#include "cluster/mesh/messages.hpp"
#include "cluster/meters.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace faucet {

/// What a node's mesh works with.
struct mesh_parts {
  std::string instance;
  endpoint advertise; ///< what peers dial
  std::vector<endpoint> join;
  std::shared_ptr<const link_credentials> credentials; ///< none where it is not encrypted
  history_actor history;                               ///< asked once who lives; may be none
  std::function<void(const std::string&)> warn;        ///< hears, as a sentence, what went wrong
  std::chrono::milliseconds lease;                     ///< who was silent for longer is dead
  std::shared_ptr<meters> counts = {};                 ///< may be none
};

/// A node's links to all others. Which runs exist and who owns them is no matter of the mesh: what
/// it carries makes things fast, and the history makes them true.
class mesh_host {
public:
  static inline constexpr const char* name = "mesh";

  explicit mesh_host(mesh_actor::pointer self) : self_(self) {
    // nop
  }

  mesh_actor::behavior_type make_behavior(mesh_parts parts);

private:
  /// A node that there is a link to.
  struct linked_node {
    peer_actor handle;
    introduction said;
  };

  // -- of peers ---------------------------------------------------------------

  introduction greet(const introduction& said);
  void take_link(const peer_actor& handle, const introduction& said);
  void take_facts(const introduction& said);
  void take_down(const caf::down_msg& down);
  caf::result<bool> take_question(const std::string& asker, const std::string& about);
  void take_answer(const std::string& asker, const std::string& about, uint64_t round, bool talks);

  // -- of what passes over links ----------------------------------------------

  void count_sent(size_t messages = 1) const;
  void count_received() const;
  void count_link(bool made) const;

  // -- of this node -----------------------------------------------------------

  void join(const member_actor& member, const member_facts& self);
  void take_own_facts(const member_facts& facts);
  caf::result<bool> ask_peer(const std::string& peer, const std::string& about);
  caf::result<port_state> ask_port(const std::string& instance);
  void ask_who_lives();
  void tell_member(member_event event);

  /// Sends the same to every peer.
  template <class... Message>
  void tell_all(const Message&... message);

  // -- dialling ---------------------------------------------------------------

  void dial_due();
  void dial(const contact_call& call);
  void take_outcome(const contact_call& call, call_outcome& outcome);
  void connect(const contact_call& call, const call_outcome& outcome);
  void introduce(const contact_call& call, const peer_actor& handle);
  void give_up(const contact_call& call, const std::string& why);
  void remind();
  [[nodiscard]] call_order order_of(const contact_call& call) const;
  [[nodiscard]] introduction own_introduction() const;
  [[nodiscard]] moment now() const;

  // -- member variables -------------------------------------------------------

  mesh_actor::pointer self_;
  mesh_parts parts_;
  std::unique_ptr<contact_book> contacts_;
  std::shared_ptr<link_listener> listener_;
  member_actor member_;
  member_facts facts_;
  std::map<std::string, linked_node> peers_;
  moment reminded_ = moment::max();
  uint64_t questions_ = 0;

  /// Questions of peers that the member has not answered: who asks, about whom, which.
  std::map<std::tuple<std::string, std::string, uint64_t>, caf::typed_response_promise<bool>>
    open_questions_;
};

/// A node's mesh, without a listener yet.
mesh_actor::behavior_type mesh(mesh_actor::stateful_pointer<mesh_host> self, mesh_parts parts);

} // namespace faucet
