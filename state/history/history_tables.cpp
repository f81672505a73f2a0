// The tables of the history, as numbered steps. A step that was released is never changed: a new
// one is added behind it.

#include "state/history/migrations.hpp"

#include <array>

namespace faucet {

namespace {

/// Times are texts that order as they follow each other; see sql_driver.
const migration first{
  .version = 1,
  .min_readable = 1,
  .statements = {
    "CREATE TABLE faucet_serve_runs ("
    "run_id {text} PRIMARY KEY, status {text} NOT NULL, name {text}, pool {text} NOT NULL, "
    "labels TEXT NOT NULL, submitted_by {text}, idempotency_key TEXT, "
    "submitted_at {text} NOT NULL, started_at {text}, finished_at {text}, "
    "owner {text}, epoch BIGINT NOT NULL, attempt BIGINT NOT NULL, lease_expires_at {text}, "
    "cancel_requested {text}, config TEXT, config_format TEXT, body TEXT NOT NULL, "
    "error TEXT, outcome TEXT, callback TEXT, callback_on TEXT)",
    "CREATE INDEX faucet_serve_runs_waiting ON faucet_serve_runs (status, pool, submitted_at, "
    "run_id)",
    "CREATE INDEX faucet_serve_runs_submitted ON faucet_serve_runs (submitted_at, run_id)",
    "CREATE INDEX faucet_serve_runs_submitter ON faucet_serve_runs (submitted_by, submitted_at) "
    "WHERE submitted_by IS NOT NULL",

    "CREATE TABLE faucet_serve_run_labels (run_id {text} NOT NULL, key {text} NOT NULL, "
    "value {text} NOT NULL, PRIMARY KEY (run_id, key))",
    "CREATE INDEX faucet_serve_run_labels_value ON faucet_serve_run_labels (key, value)",

    "CREATE TABLE faucet_serve_idem (key {text} PRIMARY KEY, run_id {text} NOT NULL, "
    "fingerprint TEXT NOT NULL, claimed_at {text} NOT NULL, expires_at {text} NOT NULL)",
    "CREATE INDEX faucet_serve_idem_run ON faucet_serve_idem (run_id)",

    "CREATE TABLE faucet_serve_run_secrets (run_id {text} PRIMARY KEY, "
    "stored_at {text} NOT NULL, sealed TEXT NOT NULL)",

    "CREATE TABLE faucet_serve_events (seq {serial key}, run_id {text} NOT NULL, "
    "at {text} NOT NULL, kind {text} NOT NULL, owner {text}, epoch BIGINT, detail TEXT)",
    "CREATE INDEX faucet_serve_events_run ON faucet_serve_events (run_id, seq)",

    "CREATE TABLE faucet_serve_outbox (id {serial key}, run_id {text} NOT NULL, "
    "due_at {text} NOT NULL, tries BIGINT NOT NULL, last_error TEXT, callback TEXT NOT NULL, "
    "status {text} NOT NULL, name {text}, pool {text} NOT NULL, labels TEXT NOT NULL, "
    "submitted_by {text}, idempotency_key TEXT, submitted_at {text} NOT NULL, "
    "started_at {text}, finished_at {text}, owner {text}, epoch BIGINT NOT NULL, "
    "attempt BIGINT NOT NULL, cancel_requested {text}, error TEXT, body TEXT NOT NULL, "
    "outcome TEXT)",
    "CREATE INDEX faucet_serve_outbox_due ON faucet_serve_outbox (due_at)",

    "CREATE TABLE faucet_serve_run_logs (run_id {text} NOT NULL, seq {text} NOT NULL, "
    "ts {text} NOT NULL, level {text} NOT NULL, line TEXT NOT NULL, attrs TEXT, "
    "PRIMARY KEY (run_id, seq))",
    "CREATE TABLE faucet_serve_run_log_counts (run_id {text} PRIMARY KEY, "
    "kept BIGINT NOT NULL, dropped BIGINT NOT NULL)",

    "CREATE TABLE faucet_serve_instances (instance_id {text} PRIMARY KEY, "
    "started_at {text} NOT NULL, last_heartbeat {text} NOT NULL, listen TEXT, mesh TEXT, "
    "max_concurrent BIGINT NOT NULL, in_flight BIGINT NOT NULL)",
    "CREATE TABLE faucet_serve_instance_caps (instance_id {text} PRIMARY KEY, "
    "state_format BIGINT NOT NULL, pools TEXT)",

    "CREATE TABLE faucet_serve_audit (id {text} PRIMARY KEY, ts {text} NOT NULL, "
    "principal {text}, role {text}, action {text} NOT NULL, run_id {text}, "
    "config_fingerprint TEXT, source_ip TEXT, result TEXT NOT NULL, target TEXT, detail TEXT)",
    "CREATE INDEX faucet_serve_audit_ts ON faucet_serve_audit (ts)",
  }};

/// What is kept for a while only is found by its age.
const migration ages{.version = 2,
                     .min_readable = 1,
                     .statements = {
                       "CREATE INDEX faucet_serve_run_logs_ts ON faucet_serve_run_logs (ts)",
                       "CREATE INDEX faucet_serve_idem_expires ON faucet_serve_idem (expires_at)",
                     }};

/// Members tell which vault keys they open with.
const migration vault_keys{
  .version = 3,
  .min_readable = 1,
  .statements = {"ALTER TABLE faucet_serve_instance_caps ADD COLUMN vault_keys TEXT"}};

/// Members tell whether they are of a cluster, 1, or alone, 0.
const migration kinds_of_nodes{
  .version = 4,
  .min_readable = 1,
  .statements = {"ALTER TABLE faucet_serve_instance_caps ADD COLUMN clustered BIGINT"}};

} // namespace

std::span<const migration> history_migrations() {
  static const std::array all{first, ages, vault_keys, kinds_of_nodes};
  return all;
}

} // namespace faucet
