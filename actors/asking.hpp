#pragma once

#include <caf/error.hpp>

#include <cstddef>
#include <utility>

namespace faucet {

/// Sends a request, and counts it among the `unanswered` until it is answered or has failed. These
/// live as long as the actor.
template <class Answer, class Self, class Handle, class Patience, class Then, class Failed,
          class... Ts>
void ask(Self self, size_t& unanswered, const Handle& whom, Patience patience, Then then,
         Failed failed, Ts&&... message) {
  ++unanswered;
  self->request(whom, patience, std::forward<Ts>(message)...)
    .then(
      [&unanswered, then = std::move(then)](const Answer& answer) mutable {
        --unanswered;
        then(answer);
      },
      [&unanswered, failed = std::move(failed)](const caf::error& reason) mutable {
        --unanswered;
        failed(reason);
      });
}

} // namespace faucet
