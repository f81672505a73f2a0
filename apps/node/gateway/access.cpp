#include "apps/node/gateway/access.hpp"

#include "model/ascii_case.hpp"

#include <openssl/crypto.h>

#include <optional>

namespace faucet {

namespace {

constexpr int most_failures = 20;
constexpr std::chrono::minutes failure_window{1};
constexpr size_t most_addresses = 10'000;
constexpr std::string_view scheme = "bearer ";

/// What follows the scheme, which may be written in any case; nothing where it is another.
std::optional<std::string_view> token_of(std::string_view authorization) {
  if (!same_but_for_case(authorization.substr(0, scheme.size()), scheme)) {
    return std::nullopt;
  }
  return authorization.substr(scheme.size());
}

/// Takes the same time wherever the first difference is.
bool same_token(std::string_view left, std::string_view right) noexcept {
  return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

} // namespace

const char* to_string(role x) noexcept {
  switch (x) {
    case role::viewer:
      return "viewer";
    case role::operator_:
      return "operator";
    case role::admin:
      break;
  }
  return "admin";
}

access_control access_control::open_to_all() {
  access_control result;
  result.is_open_ = true;
  return result;
}

expected<access_control> access_control::make(std::vector<credential> known) {
  access_control result;
  for (auto& x : known) {
    if (x.token.empty()) {
      return fail(ec::invalid_config, "the token is empty", x.who.name);
    }
    for (const auto& other : result.known_) {
      if (same_token(x.token, other.token)) {
        return fail(ec::invalid_config, "has the token of " + other.who.name, x.who.name);
      }
    }
    result.known_.push_back(std::move(x));
  }
  return result;
}

tl::expected<principal, api_error> access_control::identify(std::string_view authorization,
                                                            const std::string& address,
                                                            clock::time_point now) {
  if (is_open_) {
    return principal{"anonymous", role::admin};
  }
  const credential* found = nullptr;
  if (auto token = token_of(authorization)) {
    for (const auto& x : known_) { // all of them, so that the time tells nothing
      found = same_token(x.token, *token) ? &x : found;
    }
  }
  if (found != nullptr) {
    return found->who;
  }
  if (!guesses_->may_try(address, now)) {
    return tl::unexpected{limit_exceeded("too many failed tokens from this address")};
  }
  guesses_->note_failure(address, now);
  return tl::unexpected{unauthorized()};
}

bool access_control::guesses::may_try(const std::string& address, clock::time_point now) {
  std::lock_guard guard{mutex_};
  auto found = failures_.find(address);
  if (found == failures_.end()) {
    return true;
  }
  if (now - found->second.since >= failure_window) {
    failures_.erase(found);
    return true;
  }
  return found->second.count < most_failures;
}

void access_control::guesses::note_failure(const std::string& address, clock::time_point now) {
  std::lock_guard guard{mutex_};
  if (failures_.size() >= most_addresses) {
    std::erase_if(failures_, [&](const auto& x) { return now - x.second.since >= failure_window; });
  }
  if (failures_.size() < most_addresses) {
    auto& x = failures_.try_emplace(address, failures{now, 0}).first->second;
    ++x.count;
  }
}

tl::expected<void, api_error> require_role(const principal& who, role least) {
  if (who.may < least) {
    return tl::unexpected{forbidden(std::string{"this takes the role "} + to_string(least)
                                    + "; the token has the role " + to_string(who.may))};
  }
  return {};
}

} // namespace faucet
