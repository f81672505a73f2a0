#pragma once

#include "state/redis_connection.hpp"
#include "state/store.hpp"

#include <optional>
#include <vector>

namespace faucet {

struct redis_store_settings {
  redis_address address;
  redis_tls tls;
  std::string name_space = "faucet";
};

/// One string a key in Redis, under `{namespace}:{key}`. As durable as that Redis is. Connects when
/// it is first used, and once more where the connection was dropped.
class redis_store final : public state_store {
public:
  explicit redis_store(redis_store_settings settings);

  expected<void> prepare() override;
  expected<std::optional<std::string>> get(const std::string& key) override;
  expected<void> put(const std::string& key, std::string_view json) override;
  expected<void> put_batch(std::span<const entry> entries) override;
  expected<void> remove(const std::string& key) override;
  expected<std::vector<std::string>> list(std::string_view prefix) override;

  // Each of these is one script in Redis, which nothing comes between.

  expected<bool> compare_and_put(const std::string& key, const std::optional<std::string>& known,
                                 std::string_view json) override;
  expected<bool> compare_and_remove(const std::string& key, const std::string& known) override;

private:
  using words = std::span<const std::string_view>;

  expected<void> connect();
  expected<redis_reply> command(std::initializer_list<std::string_view> command_words);
  expected<redis_reply> run(words command_words);

  redis_store_settings settings_;
  std::string prefix_; ///< before every key
  std::optional<redis_connection> connection_;
  bool repeated_ = false; ///< The last command was sent twice, for its connection was dropped.
};

} // namespace faucet
