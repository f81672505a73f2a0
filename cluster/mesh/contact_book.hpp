#pragma once

#include "cluster/decisions/moment.hpp"
#include "cluster/link/endpoint.hpp"
#include "cluster/link/hello.hpp"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace faucet {

/// Somebody to be dialled.
struct contact_call {
  std::string instance; ///< empty where it is not known who is there
  endpoint place;
  link_purpose purpose = link_purpose::knock;
};

/// Whom a node knows, and when it dials whom. Of two nodes the one with the lesser name makes the
/// link; the other one knocks, so that it is known. Places without a name (those a person gave) are
/// knocked at, too. Nobody is dialled while there is a link. Moments never go back.
class contact_book {
public:
  contact_book(std::string self, const std::vector<endpoint>& seeds, moment now);

  /// A node is said to be there. One whose place cannot be read is left out.
  void learn(const std::string& instance, const std::string& mesh, moment now);

  /// A node has knocked: it is dialled at once, where that is this node's part.
  void take_knock(const std::string& instance, const std::string& mesh, moment now);

  void take_link(const std::string& instance);

  /// The link is gone. It is tried again at once, and then ever less often.
  void take_loss(const std::string& instance, moment now);

  /// A node takes its leave: it is dialled no more.
  void take_bye(const std::string& instance);

  /// Who is to be dialled now. Each call is answered by one `take_outcome`.
  std::vector<contact_call> due(moment now);

  /// A call came to nothing, and why; false where that was so the last time, too, and is no news.
  bool note_complaint(const contact_call& call, const std::string& why);

  /// How a call went. A seed that answered is known by the name and place that it gave.
  void take_outcome(const contact_call& call, bool reached, moment now);

  /// When `due` has somebody next; never, if nobody waits.
  [[nodiscard]] moment next_due() const;

  /// Where a node is; none where that is not known.
  [[nodiscard]] const endpoint* place_of(const std::string& instance) const;

private:
  struct contact {
    endpoint place;
    moment next;
    std::chrono::milliseconds pause{};
    std::string complaint; ///< what went wrong last, unless it went well since
    moment heard;          ///< when it was last said to be there
    bool linked = false;
    bool calling = false;
    bool leaving = false;
  };

  [[nodiscard]] bool waits(const contact& x) const {
    return !x.linked && !x.calling && !x.leaving;
  }

  [[nodiscard]] contact* find(const contact_call& call);
  [[nodiscard]] bool stands_for_linked(const contact& seed) const;
  void forget_the_gone(moment now);

  const std::string self_;
  std::map<std::string, contact> nodes_;
  std::map<std::string, contact> seeds_; ///< by place
  size_t calling_ = 0;
};

} // namespace faucet
