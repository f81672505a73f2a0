"""faucet status: how each row is doing, told from what is stored."""

import datetime
import json
import socket

import pytest

from conftest import BAD_CONFIG, DONE, FAILED, expect

NEW_FILES = ("file", {"path": "in", "incremental": {"by": "name"}})
OK, DOUBTFUL, BAD = 0, 1, 2


def now(seconds=0):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return moment.isoformat()


def put(run, key, value):
    run.write("state/" + key.replace(":", "%3A") + ".json",
              value if isinstance(value, str) else json.dumps(value))


def pipeline(run, state="state", **more):
    run.write("in/a.jsonl", '{"id":1}\n')
    block = {"type": "file", "config": {"path": state}} if isinstance(state, str) else state
    part = ({"state": block} if block else {}) | more.pop("pipeline", {})
    run.pipeline(NEW_FILES, pipeline=part, **more)


def status(run, *arguments):
    """The exit code and what was told as JSON."""
    done = run("status", "pipeline.yaml", "--json", *arguments)
    told = json.loads(done.stdout)
    assert told["exit_code"] == done.returncode
    return done.returncode, told


def only_row(told):
    assert len(told["rows"]) == 1
    return told["rows"][0]


def success(**more):
    return {"last_success": {"at": now(-90), "run_id": "r1", "records": 3, "duration_ms": 4,
                             "batches": {"attempted": 1, "committed": 1, "dlq_partial": 0,
                                         "dlq_all": 0, "failed": 0}},
            "last_failure": None, "consecutive_failures": 0} | more


def failure(**more):
    return success(last_failure={"at": now(-5), "run_id": "r2", "records": 0, "duration_ms": 4,
                                 "error_kind": "sink_failed", "error": "disk full"},
                   consecutive_failures=2) | more


def test_a_row_that_has_never_run_is_warming(run):
    pipeline(run)
    code, told = status(run)
    row = only_row(told)
    assert (code, told["health"], row["health"], row["resume"]) == (OK, "warming", "warming",
                                                                   "full snapshot")
    assert row["consecutive_failures"] == 0 and "bookmark" not in row
    assert told["state"] == {"kinds": ["file"], "durable": True}
    assert not (run.folder / "state").exists(), "looking made a folder"


def test_a_row_that_has_run_says_when_and_where_it_goes_on(run):
    pipeline(run)
    expect(run("run", "pipeline.yaml"), DONE)
    put(run, "test::row-0::__status__", success())
    code, told = status(run)
    row = only_row(told)
    assert (code, row["health"], row["reasons"]) == (OK, "ok", [])
    assert row["last_success"]["source"] == "state" and row["last_success"]["records"] == 3
    assert row["bookmark"]["last"] == "in/a.jsonl" == row["resume_bookmark"]["last"]
    assert 85 <= row["bookmark_age_secs"] <= 300
    assert "in/a.jsonl" in row["resume"]
    assert row["batches"]["committed"] == 1
    assert (row["lag"], row["sla"], row["children"], row["errors"]) == (None, [], [], [])
    assert row["dlq"] == {"configured": False, "readable": False, "count": None}
    text = run("status", "pipeline.yaml").stdout
    assert "row-0" in text and "ok" in text and "in/a.jsonl" in text


def test_a_row_whose_last_run_failed_is_bad(run):
    pipeline(run)
    put(run, "test::row-0::__status__", failure())
    code, told = status(run)
    row = only_row(told)
    assert (code, row["health"], row["consecutive_failures"]) == (BAD, "failed", 2)
    assert "disk full" in row["reasons"][0]
    assert row["last_failure"]["error_kind"] == "sink_failed"
    done = run("status", "pipeline.yaml")
    assert done.returncode == BAD and "disk full" in done.stdout


def test_a_row_that_runs_is_fine_and_says_who_runs_it(run):
    pipeline(run)
    put(run, "test::row-0::__status__", failure())
    put(run, "test::row-0::__lease__", {"run_id": "r9", "pid": 1, "host": "elsewhere",
                                        "acquired_at": now(-3), "expires_at": now(50)})
    code, told = status(run)
    assert (code, only_row(told)["health"]) == (OK, "running")
    assert only_row(told)["running"]["run_id"] == "r9"
    assert "r9" in run("status", "pipeline.yaml").stdout


def test_a_run_that_died_leaves_its_row_degraded(run):
    pipeline(run)
    put(run, "test::row-0::__status__", success())
    put(run, "test::row-0::__lease__", {"run_id": "r9", "pid": 1, "host": "elsewhere",
                                        "acquired_at": now(-900), "expires_at": now(-800)})
    code, told = status(run)
    assert (code, only_row(told)["health"]) == (DOUBTFUL, "degraded")
    assert "r9" in only_row(told)["reasons"][0]
    assert "running" not in only_row(told)


def test_a_bookmark_that_will_be_refused_is_bad_before_the_next_run(run):
    pipeline(run)
    put(run, "test::row-0", {"faucet_state": 1, "owner": "csv", "schema": 0, "data": 1})
    code, told = status(run)
    assert (code, only_row(told)["health"]) == (BAD, "failed")
    assert only_row(told)["state_format"]["status"] == "incompatible"


@pytest.mark.parametrize("state", [None, {"type": "memory", "config": {}}], ids=["none", "memory"])
def test_without_durable_state_nothing_is_known(run, state):
    pipeline(run, state)
    code, told = status(run)
    assert (code, only_row(told)["health"]) == (DOUBTFUL, "unknown")
    assert not told["state"]["durable"] and "note" in told["state"]


def nobody_listens():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.parametrize("kind, url", [
    ("postgres", "postgres://u:hidden-word@127.0.0.1:{}/db"), ("redis", "redis://127.0.0.1:{}")])
def test_a_store_that_cannot_be_reached_is_a_note(run, kind, url):
    pipeline(run, {"type": kind, "config": {"url": url.format(nobody_listens())}})
    code, told = status(run)
    assert (code, only_row(told)["health"]) == (DOUBTFUL, "unknown")
    assert len(told["notes"]) == 1 and kind in told["notes"][0]
    assert only_row(told)["errors"] != []
    done = run("status", "pipeline.yaml")
    assert done.returncode == DOUBTFUL and "note: " in done.stdout
    assert "hidden-word" not in done.stdout + done.stderr + json.dumps(told)


def test_what_cannot_be_read_makes_a_row_unknown(run):
    pipeline(run)
    put(run, "test::row-0", "{torn")
    put(run, "test::row-0::__status__", success())
    code, told = status(run)
    assert (code, only_row(told)["health"]) == (DOUBTFUL, "unknown")
    assert "row-0" in only_row(told)["errors"][0]


def test_the_worst_row_decides(run):
    pipeline(run, matrix=[{"id": "a"}, {"id": "b", "sink": {"config": {"path": "b.jsonl"}}}])
    put(run, "test::a::__status__", success())
    put(run, "test::b::__status__", failure())
    code, told = status(run)
    assert [row["health"] for row in told["rows"]] == ["ok", "failed"]
    assert (code, told["health"]) == (BAD, "failed")
    code, told = status(run, "--row", "a")
    assert (code, [row["row"] for row in told["rows"]]) == (OK, ["a"])


def test_children_are_summed_up_below_the_row_at_their_top(run):
    pipeline(run, matrix=[{"id": "a"},
                          {"id": "kid", "parent": "a",
                           "source": {"config": {"path": "in-${a.id}"}},
                           "sink": {"config": {"path": "kid-${a.id}.jsonl"}}}])
    put(run, "test::a::__status__", success())
    for parent, outcome in (("_n.1", success()), ("_n.2", failure())):
        put(run, f"test::kid::{parent}", {"faucet_state": 1, "owner": "file", "schema": 0, "data": 1})
        put(run, f"test::kid::{parent}::__status__", outcome)
    code, told = status(run)
    assert only_row(told)["children"] == [{"row": "kid", "bookmarks": 2, "failed": 1,
                                           "worst": "failed"}]
    assert (code, only_row(told)["health"]) == (BAD, "failed")
    assert "kid" in only_row(told)["reasons"][0]
    assert "child row kid" in run("status", "pipeline.yaml").stdout
    code, told = status(run, "--row", "kid")
    assert (code, only_row(told)["role"], only_row(told)["health"]) == (BAD, "child", "failed")


def test_children_that_were_refused_for_their_key_are_told_until_none_is(run):
    run.write("in.csv", "id,name\n1,a\n2,\n3,\n")
    run.write("a.csv", "v\n7\n")
    state = {"state": {"type": "file", "config": {"path": "state"}}}
    run.pipeline(("csv", {"path": "in.csv"}), pipeline=state,
                 matrix=[{"id": "p", "sink": {"config": {"path": "p.jsonl"}}},
                         {"id": "kid", "parent": "p", "parent_key": "name",
                          "source": {"config": {"path": "${p.name}.csv"}},
                          "sink": {"config": {"path": "kid-${p.name}.jsonl"}}}])
    expect(run("run", "pipeline.yaml"), FAILED, "parent record")
    code, told = status(run)
    row = only_row(told)
    assert (code, row["health"]) == (BAD, "failed")
    assert row["children"][0]["failed"] == 0
    assert row["children"][0]["refused"].startswith('record 2 of row "p": "name": ')
    assert row["children"][0]["refused"].endswith("(and 1 more were refused)")
    assert "child row kid some were refused: record 2" in run("status", "pipeline.yaml").stdout
    code, told = status(run, "--row", "kid")
    assert (code, only_row(told)["health"]) == (BAD, "failed")
    run.write("in.csv", "id,name\n1,a\n")
    expect(run("run", "pipeline.yaml"), DONE)
    code, told = status(run)
    assert (code, only_row(told)["health"]) == (OK, "ok")
    assert "refused" not in only_row(told)["children"][0]


def test_dead_letters_are_counted(run):
    letters = {"sink": {"type": "jsonl", "config": {"path": "dead.jsonl"}}}
    pipeline(run, pipeline={"dlq": letters})
    assert only_row(status(run)[1])["dlq"] == {"configured": True, "readable": True,
                                               "location": "dead.jsonl", "count": 0}
    run.write("dead.jsonl", '{"ts_ms":1767225600000}\n{"ts_ms":1767225601000}\n')
    dead = only_row(status(run)[1])["dlq"]
    assert (dead["count"], dead["oldest"]) == (2, "2026-01-01T00:00:00Z")


@pytest.mark.parametrize("arguments, parts", [
    (["--row", "nope"], ["nope", "row-0"]), (["--rows", "row-0"], []), (["one", "two"], []),
])
def test_bad_flags_are_refused(run, arguments, parts):
    pipeline(run)
    done = run("status", "pipeline.yaml", *arguments)
    expect(done, BAD_CONFIG, *parts)


def test_a_file_that_is_no_pipeline_is_refused(run):
    run.write("pipeline.yaml", "version: 1\n")
    expect(run("status", "pipeline.yaml"), BAD_CONFIG, "pipeline")
    expect(run("status", "missing.yaml"), BAD_CONFIG, "missing.yaml")
