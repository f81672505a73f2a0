#include "state/postgres_store.hpp"

#include "database/quoting.hpp"
#include "state/about_key.hpp"
#include "state/random_name.hpp"

namespace faucet {

namespace {

constexpr auto longest_silence = std::chrono::seconds{30};
constexpr std::string_view undefined_table = "42P01";
constexpr std::string_view unique_violation = "23505";

constexpr std::string_view put_statement =
  "INSERT INTO {} (key, value, updated_at) VALUES ($1, $2::jsonb, NOW()) "
  "ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, updated_at = NOW()";

std::string with_table(std::string_view statement, std::string_view table) {
  std::string result{statement};
  result.replace(result.find("{}"), 2, table);
  return result;
}

bool touched_a_row(const std::optional<pg_result>& result) {
  return result && result->affected() > 0;
}

} // namespace

postgres_store::postgres_store(postgres_store_settings settings)
  : settings_(std::move(settings)), quoted_table_(sql_identifier(settings_.table)) {
  // nop
}

expected<void> postgres_store::prepare() {
  auto found = run("SELECT 1 FROM {} LIMIT 0", {}, intent::write);
  return found ? expected<void>{} : fail(std::move(found));
}

expected<std::optional<std::string>> postgres_store::get(const std::string& key) {
  return about_key(key, run("SELECT value::text FROM {} WHERE key = $1", {key}, intent::read))
    .map([](const std::optional<pg_result>& found) {
      return found && found->rows() > 0 ? std::optional{std::string{found->text(0, 0)}}
                                        : std::nullopt;
    });
}

expected<void> postgres_store::put(const std::string& key, std::string_view json) {
  return about_key(key, run(put_statement, {key, json}, intent::write)).map([](const auto&) {});
}

expected<void> postgres_store::put_batch(std::span<const entry> entries) {
  if (auto ready = prepare(); !ready) {
    return ready;
  }
  auto sql = with_table(put_statement, quoted_table_);
  auto outcome = attempt("BEGIN", {});
  for (auto at = entries.begin(); outcome && at != entries.end(); ++at) {
    outcome = attempt(sql, {at->key, at->json});
  }
  if (outcome) {
    outcome = attempt("COMMIT", {});
  }
  if (!outcome) {
    connection_.reset(); // what was begun goes with it
    return fail(std::move(outcome));
  }
  return {};
}

expected<void> postgres_store::remove(const std::string& key) {
  return about_key(key, run("DELETE FROM {} WHERE key = $1", {key}, intent::read))
    .map([](const auto&) {});
}

expected<std::vector<std::string>> postgres_store::list(std::string_view prefix) {
  return run("SELECT key FROM {} WHERE left(key, length($1)) = $1 ORDER BY key COLLATE \"C\"",
             {prefix}, intent::read)
    .map([](const std::optional<pg_result>& found) {
      std::vector<std::string> result;
      for (size_t i = 0; found && i < found->rows(); ++i) {
        result.emplace_back(found->text(i, 0));
      }
      return result;
    });
}

expected<bool> postgres_store::compare_and_put(const std::string& key,
                                               const std::optional<std::string>& known,
                                               std::string_view json) {
  auto done = known ? run("UPDATE {} SET value = $3::jsonb, updated_at = NOW() "
                          "WHERE key = $1 AND value::jsonb = $2::jsonb",
                          {key, *known, json}, intent::write)
                    : run("INSERT INTO {} (key, value) VALUES ($1, $2::jsonb) "
                          "ON CONFLICT (key) DO NOTHING",
                          {key, json}, intent::write);
  if (!done) {
    return fail(about_key(key, std::move(done)));
  }
  if (touched_a_row(*done) || !repeated_) {
    return touched_a_row(*done);
  }
  // The first attempt may have done it, its answer lost.
  return run("SELECT 1 FROM {} WHERE key = $1 AND value::jsonb = $2::jsonb", {key, json},
             intent::read)
    .map([](const auto& found) { return found && found->rows() > 0; });
}

expected<bool> postgres_store::compare_and_remove(const std::string& key,
                                                  const std::string& known) {
  return about_key(key, run("DELETE FROM {} WHERE key = $1 AND value::jsonb = $2::jsonb",
                            {key, known}, intent::read))
    .map(&touched_a_row);
}

expected<void> postgres_store::check() {
  auto found = run("SELECT 1 FROM {} LIMIT 0", {}, intent::read);
  if (!found) {
    return fail(std::move(found));
  }
  auto outcome = attempt("BEGIN", {}).and_then([&](const pg_result&) {
    return *found ? expected<void>{} : create_table();
  });
  outcome = outcome.and_then([this] { return try_all_statements(); });
  if (!outcome || !attempt("ROLLBACK", {})) {
    connection_.reset(); // what was begun goes with it
  }
  return outcome;
}

expected<void> postgres_store::try_all_statements() {
  auto key = "faucet_doctor_probe." + random_name();
  const std::string_view json = R"({"probe":true})";
  auto outcome = attempt(with_table(put_statement, quoted_table_), {key, json});
  for (const auto* statement :
       {"SELECT value::text FROM {} WHERE key = $1",
        "UPDATE {} SET updated_at = NOW() WHERE key = $1", "DELETE FROM {} WHERE key = $1"}) {
    if (outcome) {
      outcome = attempt(with_table(statement, quoted_table_), {key});
    }
  }
  return outcome ? expected<void>{} : fail(std::move(outcome));
}

expected<std::optional<pg_result>> postgres_store::run(std::string_view statement, texts parameters,
                                                       intent what) {
  auto was_open = connection_ && connection_->is_open();
  repeated_ = false;
  auto sql = with_table(statement, quoted_table_);
  auto result = connect().and_then([&] { return attempt(sql, parameters); });
  if (!result && was_open && !connection_->is_open()) {
    repeated_ = true;
    result = connect().and_then([&] { return attempt(sql, parameters); });
  }
  if (result) {
    return std::optional{std::move(*result)};
  }
  if (!connection_ || connection_->sqlstate() != undefined_table) {
    return fail(std::move(result));
  }
  if (!settings_.ensure_table) {
    return tl::unexpected<error>(table_is_missing());
  }
  if (what == intent::read) {
    return std::nullopt;
  }
  return create_table().and_then([&] { return attempt(sql, parameters); }).map([](pg_result x) {
    return std::optional{std::move(x)};
  });
}

expected<pg_result> postgres_store::attempt(const std::string& sql, texts parameters) {
  std::vector<pg_parameter> bound;
  for (auto text : parameters) {
    bound.push_back({.value = text});
  }
  return connection_->execute(sql, bound);
}

expected<void> postgres_store::connect() {
  if (connection_ && connection_->is_open()) {
    return {};
  }
  connection_.reset();
  return pg_connection::open({.address = settings_.address,
                              .address_only = settings_.address_only,
                              .stop = nullptr,
                              .timeout = longest_silence,
                              .refused = ec::state_failed})
    .map([this](pg_connection opened) { connection_.emplace(std::move(opened)); });
}

expected<void> postgres_store::create_table() {
  auto sql = with_table("CREATE TABLE IF NOT EXISTS {} (key TEXT PRIMARY KEY, "
                        "value JSONB NOT NULL, updated_at TIMESTAMPTZ NOT NULL DEFAULT NOW())",
                        quoted_table_);
  auto made = attempt(sql, {});
  if (!made && connection_->sqlstate() == unique_violation) {
    made = attempt(sql, {}); // somebody else was making it at the same moment
  }
  return made ? expected<void>{} : fail(std::move(made));
}

error postgres_store::table_is_missing() const {
  return {ec::state_failed,
          "there is no table " + quoted_table_
            + " for the bookmarks; make it, or let faucet make it with \"ensure_table: true\"",
          connection_->name()};
}

} // namespace faucet
