#pragma once

#include <string_view>

namespace faucet {

/// The shapes of replies by name, as JSON.
inline constexpr std::string_view openapi_schemas = R"({
"Text": {"type": "string"},
"Error": {"type": "object", "required": ["error"], "properties": {"error": {"type": "object",
  "required": ["code", "message"], "properties": {"code": {"type": "string"},
  "message": {"type": "string"}, "details": {}}}}},
"Status": {"enum": ["queued", "pending", "running", "sharded", "completed", "failed", "cancelled"]},
"Time": {"type": "string", "format": "date-time"},
"Accepted": {"type": "object", "required": ["run_id", "status", "submitted_at"],
  "properties": {"run_id": {"type": "string", "format": "uuid"},
  "status": {"$ref": "#/components/schemas/Status"},
  "submitted_at": {"$ref": "#/components/schemas/Time"}, "doctor_report": {}}},
"Cancelled": {"type": "object", "required": ["run_id", "status", "cancel_requested"],
  "properties": {"run_id": {"type": "string"}, "status": {"$ref": "#/components/schemas/Status"},
  "cancel_requested": {"type": "boolean"}}},
"Run": {"type": "object", "required": ["run_id", "name", "labels", "status", "submitted_at",
  "started_at", "finished_at", "elapsed_secs", "records_written", "invocations", "error",
  "idempotency_key", "attempt", "pool", "owner", "epoch", "cancel_requested"],
  "properties": {"run_id": {"type": "string", "format": "uuid"}, "name": {"type": "string"},
  "labels": {"type": "object", "additionalProperties": {"type": "string"}},
  "status": {"$ref": "#/components/schemas/Status"},
  "submitted_at": {"$ref": "#/components/schemas/Time"},
  "started_at": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]},
  "finished_at": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]},
  "elapsed_secs": {"type": ["number", "null"]}, "records_written": {"type": "integer"},
  "invocations": {"type": "array", "items": {"$ref": "#/components/schemas/Invocation"}},
  "error": {"type": ["string", "null"]}, "idempotency_key": {"type": ["string", "null"]},
  "attempt": {"type": "integer"}, "pool": {"type": "string"},
  "owner": {"type": ["string", "null"]}, "epoch": {"type": "integer"},
  "cancel_requested": {"type": "boolean"}, "submitted_by": {"type": "string"},
  "timeout_secs": {"type": "integer"}, "doctor_first": {"type": "boolean"},
  "clock": {"type": "string"}, "concurrency": {"type": "integer"}, "callback": {"type": "object"},
  "selection": {"type": "object"}, "depends_on": {"type": "object"}, "doctor_report": {},
  "config_body": {"type": "string"}, "config_format": {"enum": ["yaml", "json"]},
  "log_export": {"type": "object", "properties": {"status": {"type": "string"}}}}},
"Invocation": {"type": "object", "properties": {"row_id": {"type": "string"},
  "parent_record_key": {}, "records_written": {"type": "integer"},
  "duration_ms": {"type": "integer"}, "error": {"type": ["string", "null"]},
  "status": {"enum": ["succeeded", "failed", "skipped"]}, "run_id": {"type": "string"},
  "batches": {"type": "object"}}},
"RunList": {"type": "object", "required": ["runs"], "properties": {
  "runs": {"type": "array", "items": {"$ref": "#/components/schemas/Run"}},
  "next_cursor": {"type": "string"},
  "counts": {"type": "object", "additionalProperties": {"type": "integer"}}}},
"Config": {"type": "object", "required": ["format", "body", "redacted"], "properties": {
  "format": {"enum": ["yaml", "json"]}, "body": {"type": "string"},
  "redacted": {"type": "boolean"}}},
"EventList": {"type": "object", "required": ["events"], "properties": {
  "events": {"type": "array", "items": {"type": "object", "properties": {
    "sequence": {"type": "integer"}, "at": {"$ref": "#/components/schemas/Time"},
    "kind": {"type": "string"}, "owner": {"type": ["string", "null"]},
    "epoch": {"type": "integer"}, "detail": {"type": "string"}}}},
  "next_after": {"type": "integer"}}},
"AuditList": {"type": "object", "required": ["entries"], "properties": {
  "entries": {"type": "array", "items": {"type": "object", "properties": {
    "id": {"type": "string"}, "ts": {"$ref": "#/components/schemas/Time"},
    "principal": {"type": "string"}, "role": {"type": "string"}, "action": {"type": "string"},
    "run_id": {"type": "string"}, "config_fingerprint": {"type": "string"},
    "source_ip": {"type": "string"}, "result": {"type": "string"}, "target": {"type": "string"},
    "detail": {"type": "string"}}}}, "next_before": {"type": "string"}}},
"Principal": {"type": "object", "required": ["name", "role"], "properties": {
  "name": {"type": "string"}, "role": {"enum": ["viewer", "operator", "admin"]}}},
"Schemas": {"type": "object", "required": ["pipeline", "sources", "sinks", "transforms", "states"],
  "properties": {"pipeline": {"type": "object"}, "sources": {"type": "object"},
  "sinks": {"type": "object"}, "transforms": {"type": "object"}, "states": {"type": "object"}}},
"Readiness": {"type": "object", "required": ["status", "history_ok", "queue_ok", "draining",
  "cluster"], "properties": {"status": {"enum": ["ready", "not_ready"]},
  "history_ok": {"type": "boolean"}, "queue_ok": {"type": "boolean"},
  "draining": {"type": "boolean"}, "cluster": {"type": "object", "properties": {
    "enabled": {"type": "boolean"}, "instances": {"type": "integer"},
    "pools": {"type": ["array", "null"], "items": {"type": "string"}},
    "members": {"type": "array", "items": {"type": "object", "properties": {
      "instance_id": {"type": "string"}, "listen": {"type": "string"},
      "pools": {"type": ["array", "null"], "items": {"type": "string"}},
      "in_flight": {"type": "integer"}, "max_concurrent": {"type": "integer"}}}}}}}}
})";

} // namespace faucet
