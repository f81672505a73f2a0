"""What is said beside a submitted pipeline, and what becomes of it."""

import json
import signal

from nodes import numbers, until

THREE = {"version": 1, "name": "three", "pipeline": {}, "matrix": [
    {"id": x, "source": {"type": "generate", "config": {"rows": 5}},
     "sink": {"type": "jsonl", "config": {"path": f"{x}.jsonl"}}} for x in "abc"]}


def log_of(one, run_id):
    return one.ask("GET", f"/v1/runs/{run_id}/logs?format=text")[1]


def test_the_first_pipeline_of_the_handbook_runs_as_it_stands(serve, tmp_path):
    (tmp_path / "in.csv").write_text("id,name\n1,Ann\n2,Ben\n")
    one = serve()
    status, told = one.ask("POST", "/v1/runs", {
        "config": "version: 1\npipeline:\n  source: {type: file, config: { path: in.csv }}\n"
                  "  sink: {type: file, config: { path: out.jsonl }}\n", "name": "my-pipeline"})
    assert status == 202 and set(told) == {"run_id", "status", "submitted_at"}
    ended = one.await_end(told["run_id"])
    assert (ended["status"], ended["name"]) == ("completed", "my-pipeline")
    assert [json.loads(x) for x in (tmp_path / "out.jsonl").read_text().splitlines()] == [
        {"id": "1", "name": "Ann"}, {"id": "2", "name": "Ben"}]


def test_a_run_takes_the_clock_that_was_submitted_for_now(serve, tmp_path):
    one = serve()
    run_id = one.submit(numbers("${now.date}.jsonl"), clock="2024-02-29T23:59:59Z")
    ended = one.await_end(run_id)
    assert (ended["status"], ended["clock"]) == ("completed", "2024-02-29T23:59:59Z")
    assert (tmp_path / "2024-02-29.jsonl").exists()


def test_a_run_that_takes_too_long_fails_and_says_after_how_long(serve):
    one = serve()
    run_id = one.submit(numbers("out.jsonl", pages=10_000, delay=50), timeout_secs=1)
    ended = one.await_end(run_id)
    assert (ended["status"], ended["timeout_secs"]) == ("failed", 1)
    assert ended["error"].startswith("timeout: the run was stopped after 1 s")
    until(lambda: 'faucet_serve_runs_total{reason="timeout",status="failed"} 1' in one.metrics(),
          "a run that was stopped among those that ended")


def test_a_selection_and_dependencies_are_those_of_the_run_that_was_submitted(serve, tmp_path):
    one = serve()
    run_id = one.submit(THREE, selection={"skip": ["c"]}, depends_on={"a": ["b"]}, concurrency=2)
    ended = one.await_end(run_id)
    assert ended["status"] == "completed"
    times = {x.stem: x.stat().st_mtime_ns for x in tmp_path.glob("?.jsonl")}
    assert sorted(times) == ["a", "b"]
    assert ended["selection"] == {"skip": ["c"]} and ended["depends_on"] == {"a": ["b"]}
    log = until(lambda: "ends here" in (x := log_of(one, run_id)) and x, "a log that is whole")
    assert log.index("b: ok") < log.index("a: begins")


# -- the log ------------------------------------------------------------------------


def test_the_log_of_a_run_that_ends_while_its_node_leaves_is_whole(serve):
    """[P329]"""
    one = serve()
    run_id = one.submit(numbers("out.jsonl", pages=20, delay=50))
    one.await_status(run_id, "running")
    assert one.stop(signal.SIGTERM) == 0
    again = serve()
    assert again.run(run_id)["status"] == "completed"
    log = log_of(again, run_id).splitlines()
    assert "claimed" in log[0] and "ok; 200 records read" in log[-2]
    assert "the run ends here as completed" in log[-1]
