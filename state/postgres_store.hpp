#pragma once

#include "database/postgres/connection.hpp"
#include "state/store.hpp"

#include <functional>

namespace faucet {

struct postgres_store_settings {
  std::string address;
  std::string table = "faucet_state";
  bool ensure_table = false;
  bool address_only = false; ///< see pg_settings
};

/// One row a key in a table of PostgreSQL: (key TEXT, value JSONB, updated_at TIMESTAMPTZ). JSONB
/// orders the keys of maps and writes 1e2 as 100; what it takes for equal is equal as JSON.
/// Connects when it is first used, and once more where the connection was lost.
class postgres_store final : public state_store {
public:
  explicit postgres_store(postgres_store_settings settings);

  /// Connects, and makes the table where it is missing and may be made.
  expected<void> prepare() override;

  expected<std::optional<std::string>> get(const std::string& key) override;
  expected<void> put(const std::string& key, std::string_view json) override;
  expected<void> put_batch(std::span<const entry> entries) override;
  expected<void> remove(const std::string& key) override;
  expected<std::vector<std::string>> list(std::string_view prefix) override;
  expected<bool> compare_and_put(const std::string& key, const std::optional<std::string>& known,
                                 std::string_view json) override;
  expected<bool> compare_and_remove(const std::string& key, const std::string& known) override;

  /// In a transaction that is taken back, a table that it had to make included.
  expected<void> check() override;

private:
  using texts = std::initializer_list<std::string_view>;

  /// What a statement is for: one that only reads makes no table.
  enum class intent : uint8_t { read, write };

  expected<void> connect();
  expected<void> create_table();
  expected<void> try_all_statements();
  [[nodiscard]] error table_is_missing() const;

  /// Runs a statement, with `{}` in it for the table. Nothing where the table is missing, may be
  /// made, and nothing was to be written.
  expected<std::optional<pg_result>> run(std::string_view statement, texts parameters, intent what);

  /// One attempt, without connecting anew.
  expected<pg_result> attempt(const std::string& sql, texts parameters);

  /// True after a `run` in which the connection was lost: the statement may have run twice.
  bool repeated_ = false;

  postgres_store_settings settings_;
  std::string quoted_table_;
  std::optional<pg_connection> connection_;
};

} // namespace faucet
