#pragma once

#include "apps/node/http/api_error.hpp"
#include "model/error.hpp"

#include <tl/expected.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// What somebody may do; each may also do what those before it may.
enum class role : uint8_t {
  viewer,    ///< Look at runs, logs and configs.
  operator_, ///< Submit and cancel runs.
  admin,     ///< Everything.
};

const char* to_string(role x) noexcept;

/// Somebody who is known.
struct principal {
  std::string name;
  faucet::role may = faucet::role::viewer;
};

/// Somebody and the token that proves it.
struct credential {
  principal who;
  std::string token;
};

/// Who may do what. Remembers addresses that guess tokens. May be used from several threads at
/// once.
class access_control {
public:
  using clock = std::chrono::steady_clock;

  /// Everybody is an admin.
  static access_control open_to_all();

  /// Refuses empty tokens, and one token for two.
  static expected<access_control> make(std::vector<credential> known);

  /// Who asks, by the value of the Authorization header; empty where there is none. Fails with 401,
  /// and with 429 for an address that has failed 20 times within a minute. Whoever has a right
  /// token is let in all the same: many may share an address.
  tl::expected<principal, api_error> identify(std::string_view authorization,
                                              const std::string& address, clock::time_point now);

private:
  /// The addresses that have failed lately; a bounded number of them.
  class guesses {
  public:
    /// False where the address has failed too often.
    bool may_try(const std::string& address, clock::time_point now);
    void note_failure(const std::string& address, clock::time_point now);

  private:
    struct failures {
      clock::time_point since;
      int count = 0;
    };

    std::mutex mutex_;
    std::map<std::string, failures> failures_;
  };

  access_control() = default;

  bool is_open_ = false;
  std::vector<credential> known_;
  std::unique_ptr<guesses> guesses_ = std::make_unique<guesses>();
};

/// Fails with 403 where somebody may not do what takes that role.
tl::expected<void, api_error> require_role(const principal& who, role least);

} // namespace faucet
