"""The jobs of scripts/bench. Each is a module: its text says what it does, NAME how it is called, TARGETS
what is built for it, SERVICES whether it wants tests/with_services around it; `add_flags` declares its
flags and `run` does it."""

from jobs import cluster, csv_jsonl, memory, noop, sql

ALL = (csv_jsonl, memory, sql, noop, cluster)
