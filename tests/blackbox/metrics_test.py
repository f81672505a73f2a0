"""What a node tells at /metrics: every name that is promised, with its labels, at zero before anything
has happened, and while a run is under way."""

import re

import time

import pytest

from nodes import numbers, shop, until

ROW = {"pipeline", "row"}
CONNECTOR = ROW | {"connector"}
LETTERS = CONNECTOR | {"dlq_connector"}

# Those of parts that are not there yet are left out: triggers and schema drift.
PROMISED = {
    "faucet_build_info": {"version"},
    "faucet_serve_requests_total": {"method", "path", "status"},
    "faucet_serve_request_duration_seconds": {"method", "path"},
    "faucet_serve_runs_queued": set(),
    "faucet_serve_runs_in_flight": set(),
    "faucet_serve_runs_total": {"status", "reason"},
    "faucet_serve_idempotency_hits_total": set(),
    "faucet_serve_history_degraded": set(),
    "faucet_serve_history_unreachable": set(),
    "faucet_serve_cluster_enabled": set(),
    "faucet_serve_cluster_instances": set(),
    "faucet_serve_runs_claimed_total": set(),
    "faucet_serve_runs_reclaimed_total": {"outcome"},
    "faucet_serve_runs_pending": {"pool"},
    "faucet_serve_shards_claimed_total": set(),
    "faucet_serve_shards_reclaimed_total": {"outcome"},
    "faucet_serve_run_logs_purged_total": set(),
    "faucet_serve_claim_latency_seconds": set(),
    "faucet_serve_cancel_latency_seconds": set(),
    "faucet_serve_mesh_links": set(),
    "faucet_serve_mesh_verdicts_total": {"verdict"},
    "faucet_serve_mesh_connections_total": {"event"},
    "faucet_serve_mesh_messages_total": {"direction"},
}

PROMISED_OF_ROWS = {
    "faucet_pipeline_runs_total": ROW | {"source", "sink", "status"},
    "faucet_pipeline_run_duration_seconds": ROW | {"source", "sink"},
    "faucet_pipeline_in_flight": ROW,
    "faucet_pipeline_start_time_unix_seconds": ROW,
    "faucet_pipeline_last_bookmark_unix_seconds": ROW,
    "faucet_pipeline_seconds_since_last_bookmark": ROW,
    "faucet_pipeline_pages_skipped_total": ROW,
    "faucet_batch_outcomes_total": ROW | {"sink", "outcome"},
    "faucet_rows_unaccounted_total": ROW,
    "faucet_source_records_total": CONNECTOR,
    "faucet_source_pages_total": CONNECTOR,
    "faucet_source_errors_total": CONNECTOR | {"kind"},
    "faucet_source_page_duration_seconds": CONNECTOR,
    "faucet_source_replication_key_missing_total": CONNECTOR,
    "faucet_transform_records_in_total": ROW,
    "faucet_transform_records_out_total": ROW,
    "faucet_transform_errors_total": ROW,
    "faucet_sink_records_total": CONNECTOR,
    "faucet_sink_writes_total": CONNECTOR,
    "faucet_sink_errors_total": CONNECTOR | {"kind"},
    "faucet_sink_write_duration_seconds": CONNECTOR,
    "faucet_sink_flush_duration_seconds": CONNECTOR,
    "faucet_sink_dlq_records_total": LETTERS,
    "faucet_sink_dlq_pages_total": LETTERS | {"reason"},
    "faucet_sink_dlq_errors_total": LETTERS | {"kind"},
    "faucet_sink_dlq_budget_exceeded_total": LETTERS,
    "faucet_state_get_total": ROW | {"outcome"},
    "faucet_state_get_duration_seconds": ROW,
    "faucet_state_put_total": ROW,
    "faucet_state_put_duration_seconds": ROW,
    "faucet_state_delete_total": ROW,
    "faucet_state_delete_duration_seconds": ROW,
    "faucet_state_errors_total": ROW | {"op", "kind"},
    "faucet_state_key_migrations_total": ROW | {"outcome"},
}

SHORT = "0.001 0.005 0.01 0.05 0.1 0.5 1 5 10 30 60 300 +Inf".split()
LONG = "0.1 1 5 10 30 60 300 900 1800 3600 7200 21600 86400 +Inf".split()

def series_of(text):
    """(name, labels, value) of each line; all lines of a histogram count."""
    result = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, labels, value = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line).groups()
            result.append((name, dict(re.findall(r'(\w+)="([^"]*)"', labels or "")), float(value)))
    return result

def value_of(text, name, **labels):
    """Of the one series that has these labels, among others."""
    found = [x for n, has, x in series_of(text) if n == name and labels.items() <= has.items()]
    assert len(found) == 1, (name, labels, found)
    return found[0]

def check_promises(text, promised):
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.M))
    told = series_of(text)
    for name, labels in promised.items():
        is_histogram = name.endswith("_seconds") and "unix" not in name and "since" not in name
        assert kinds[name] == ("histogram" if is_histogram else
                               "counter" if name.endswith("_total") else "gauge"), name
        seen = [has for n, has, _ in told if n == (name + "_count" if is_histogram else name)]
        assert seen, f"{name} is not told"
        for has in seen:
            assert has.keys() - {"kind"} == labels - {"kind"}, (name, has)

@pytest.fixture
def orders(tmp_path):
    return shop(tmp_path)


def test_what_can_be_known_beforehand_is_told_before_anything_has_happened(serve):
    text = serve().metrics()
    known = {k: v for k, v in PROMISED.items() if not k.startswith("faucet_serve_request")}
    check_promises(text, known)
    assert all(x == 0 for name, _, x in series_of(text)
               if name.endswith(("_total", "_count", "_bucket"))
               and not name.startswith("faucet_serve_request"))

def test_every_promised_metric_is_told_with_its_labels_after_a_run(serve, orders):
    one = serve()
    assert one.await_end(one.submit(orders))["status"] == "completed"
    text = until(lambda: (x := one.metrics()).count('status="ok"} 1') and x, "a run that is counted")
    check_promises(text, PROMISED | PROMISED_OF_ROWS)
    row = {"pipeline": "shop", "row": "row-0"}
    for name, value in {"faucet_source_records_total": 10, "faucet_source_pages_total": 2,
                        "faucet_source_page_duration_seconds_count": 2,
                        "faucet_source_replication_key_missing_total": 0,
                        "faucet_transform_records_in_total": 10,
                        "faucet_transform_records_out_total": 10,
                        "faucet_sink_records_total": 9, "faucet_sink_writes_total": 2,
                        "faucet_sink_write_duration_seconds_count": 2,
                        "faucet_sink_dlq_records_total": 1,
                        "faucet_pipeline_in_flight": 0, "faucet_pipeline_pages_skipped_total": 0,
                        "faucet_pipeline_seconds_since_last_bookmark": 0,
                        "faucet_rows_unaccounted_total": 0}.items():
        assert value_of(text, name, **row) == value, name
    assert value_of(text, "faucet_state_get_total", outcome="miss", **row) == 1
    assert value_of(text, "faucet_state_get_total", outcome="hit", **row) == 0
    puts = value_of(text, "faucet_state_put_total", **row)
    assert puts == value_of(text, "faucet_sink_flush_duration_seconds_count", **row) == 2
    assert value_of(text, "faucet_sink_dlq_pages_total", reason="partial", **row) == 1
    for name in ("start_time", "last_bookmark"):
        told = value_of(text, f"faucet_pipeline_{name}_unix_seconds", **row)
        assert 0 <= time.time() - told < 60

def test_histograms_have_the_bounds_that_are_promised(serve, orders):
    one = serve()
    one.await_end(one.submit(orders))
    text = until(lambda: (x := one.metrics()).count('status="ok"} 1') and x, "a run that is counted")

    def bounds(name):
        return [has["le"] for n, has, _ in series_of(text) if n == name + "_bucket"]

    for name in ("faucet_pipeline_run_duration_seconds", "faucet_sink_flush_duration_seconds"):
        assert bounds(name) == LONG
    for name in ("faucet_source_page_duration_seconds", "faucet_sink_write_duration_seconds",
                 "faucet_state_put_duration_seconds", "faucet_serve_claim_latency_seconds",
                 "faucet_serve_cancel_latency_seconds"):
        assert bounds(name) == SHORT

def test_a_run_counts_while_it_is_under_way(serve, tmp_path):
    one = serve()
    run = one.submit(numbers(tmp_path / "out.jsonl", pages=100_000, delay=20))
    row = {"pipeline": "numbers", "row": "row-0"}
    until(lambda: f'{{pipeline="numbers",row="row-0"}} 1' in one.metrics(), "a row under way")
    assert value_of(one.metrics(), "faucet_pipeline_in_flight", **row) == 1
    for name in ("faucet_source_records_total", "faucet_source_pages_total",
                 "faucet_sink_records_total", "faucet_sink_writes_total"):
        before = value_of(one.metrics(), name, **row)
        until(lambda: value_of(one.metrics(), name, **row) > before, f"{name} to grow")
    assert value_of(one.metrics(), "faucet_pipeline_runs_total", **row) == 0
    assert one.ask("POST", f"/v1/runs/{run}/cancel")[0] == 202
    one.await_end(run)
    until(lambda: value_of(one.metrics(), "faucet_pipeline_in_flight", **row) == 0, "its end")
    assert value_of(one.metrics(), "faucet_serve_cancel_latency_seconds_count") == 1

def test_failures_are_counted_where_they_happened(serve, orders):
    one = serve()
    del orders["pipeline"]["dlq"]  # so that one bad record fails its page
    assert one.await_end(one.submit(orders))["status"] == "failed"
    text = until(lambda: (x := one.metrics()).count('status="err"} 1') and x, "a run that is counted")
    assert value_of(text, "faucet_sink_errors_total", kind="sink_failed", pipeline="shop") >= 1
    assert value_of(text, "faucet_source_errors_total", kind="source_failed", pipeline="shop") == 0
    assert value_of(text, "faucet_pipeline_runs_total", status="err", kind="sink_failed") == 1

def test_a_bookmark_that_moves_from_an_older_key_is_counted(serve, orders):
    one = serve()
    one.await_end(one.submit(orders | {"matrix": [{"id": "old"}]}))
    one.await_end(one.submit(orders | {"matrix": [{"id": "new", "legacy_state_ids": ["old"]}]}))
    until(lambda: 'row="new",sink="sqlite",source="sqlite",status="ok"} 1' in one.metrics(), "a run")
    text = one.metrics()
    assert value_of(text, "faucet_state_key_migrations_total", row="new", outcome="moved") == 1
    assert value_of(text, "faucet_state_delete_total", row="new") == 1
    assert value_of(text, "faucet_state_get_total", row="new", outcome="hit") == 1
