"""faucet doctor: what a pipeline needs can be reached, or it is said what cannot."""

import contextlib
import json
import os
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.parse

import pytest

from conftest import BAD_CONFIG, DONE, expect

FILES = ("file", {"path": "in"})


@pytest.fixture
def prepared(run):
    run.write("in/a.jsonl", '{"id":1}\n')
    return run


def state(kind, **config):
    return {"state": {"type": kind, "config": config}}


def doctor(run, *arguments):
    """The exit code and what was told as JSON."""
    done = run("doctor", "pipeline.yaml", "--json", *arguments)
    told = json.loads(done.stdout)
    assert done.returncode == min(told["summary"]["failed"], 255), done.stdout
    return done.returncode, told


def probes(told, row=0):
    return [(x["role"], x["connector"], x["status"]) for x in told["invocations"][row]["probes"]]


def failure(told):
    failed = [x for row in told["invocations"] for x in row["probes"] if x["status"] == "fail"]
    assert len(failed) == 1
    return failed[0]


@pytest.fixture
def closed_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def silent_port():
    """Takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        kept = []

        def take():
            while True:
                try:
                    kept.append(server.accept()[0])
                except OSError:
                    return

        threading.Thread(target=take, daemon=True).start()
        yield server.getsockname()[1]
        for connection in kept:
            connection.close()


def test_all_is_well_and_nothing_is_left_behind(prepared):
    prepared.pipeline(FILES, pipeline=state("file", path="some/state"))
    before = sorted(prepared.folder.rglob("*"))
    code, told = doctor(prepared)
    assert code == DONE
    assert probes(told) == [("source", "file", "pass"), ("sink", "jsonl", "pass"),
                            ("state", "file", "pass"), ("state", "file", "pass")]
    assert told["summary"] | {"elapsed_ms": 0} == {"passed": 4, "failed": 0, "skipped": 0,
                                                   "elapsed_ms": 0}
    assert told["config"] == "pipeline.yaml" and told["invocations"][0]["id"] == "row-0"
    assert sorted(prepared.folder.rglob("*")) == before
    text = prepared("doctor", "pipeline.yaml").stdout
    assert "4 passed, 0 failed, 0 skipped" in text and "\x1b" not in text


def test_each_failed_probe_counts(run, closed_port):
    run.pipeline(("sqlite", {"database_url": "missing.db", "query": "select 1"}),
                 pipeline=state("redis", url=f"redis://127.0.0.1:{closed_port}"))
    code, told = doctor(run)
    failed = [(x["role"], x["reason"]) for x in told["invocations"][0]["probes"]
              if x["status"] == "fail"]
    assert [role for role, _ in failed][:2] == ["source", "state"] and code == len(failed)
    assert "missing.db" in failed[0][1]
    assert not any("reset" in text for _, text in failed), "the store is away, not its content bad"
    assert not any("hint" in x for x in told["invocations"][0]["probes"])
    assert not (run.folder / "missing.db").exists()


@pytest.mark.parametrize("source, sink, said", [
    (("csv", {"path": "none.csv"}), ("jsonl", {"path": "out/x.jsonl"}), "none.csv: No such file"),
    (("csv", {"path": "in"}), ("jsonl", {"path": "out/x.jsonl"}), "in: Is a directory"),
    (("file", {"path": "none.jsonl"}), ("jsonl", {"path": "out/x.jsonl"}), "none.jsonl"),
    (FILES, ("jsonl", {"path": "in"}), "Is a directory"),
    (FILES, ("csv", {"path": "in/a.jsonl/deep/x.csv"}), "Not a directory"),
    (FILES, ("file", {"path": "missing/x.jsonl", "create_dirs": False}), "missing"),
    (FILES, ("file", {"path": "in/a.jsonl/"} | {"format": "json_lines"}), "a.jsonl"),
])
def test_files_that_cannot_be_read_or_written_are_named(prepared, source, sink, said):
    prepared.pipeline(source, sink)
    before = sorted(prepared.folder.rglob("*"))
    code, told = doctor(prepared)
    assert code == 1 and said in failure(told)["reason"]
    assert sorted(prepared.folder.rglob("*")) == before


@pytest.mark.parametrize("sink", [
    ("jsonl", {"path": "out/deep/x.jsonl"}), ("jsonl", {"path": "in/a.jsonl.2", "append": True}),
    ("csv", {"path": "/dev/null"}), ("file", {"path": "out/", "format": "csv"}),
    ("file", {"path": "out/x-{part}.jsonl", "max_records_per_file": 2}),
    ("file", {"path": "/dev/stdout", "format": "csv"}),
])
def test_files_that_can_be_written_are_not_made(prepared, sink):
    prepared.pipeline(FILES, sink)
    before = sorted(prepared.folder.rglob("*"))
    assert doctor(prepared)[0] == DONE
    assert sorted(prepared.folder.rglob("*")) == before


def test_a_file_that_a_row_before_writes_need_not_be_there_yet(prepared):
    prepared.write("pipeline.yaml", json.dumps({
        "pipeline": {"source": {"type": "file", "config": {"path": "in"}},
                     "sink": {"type": "jsonl", "config": {"path": "out/a.jsonl"}}},
        "matrix": [{"id": "a"},
                   {"id": "b", "depends_on": ["a"],
                    "source": {"config": {"path": "out/a.jsonl"}},
                    "sink": {"config": {"path": "out/b.jsonl"}}}]}))
    code, told = doctor(prepared)
    assert code == DONE and probes(told, 1)[0] == ("source", "file", "skip")
    assert "row a" in told["invocations"][1]["probes"][0]["reason"]


def test_a_database_is_probed_without_being_changed(run, postgres):
    postgres.execute("CREATE TABLE t (id int)")
    run.pipeline(("postgres", {"connection_url": postgres.url, "query": "SELECT * FROM t"}),
                 ("postgres", {"connection_url": postgres.url, "table_name": "copy",
                               "column_mapping": "auto_map"}))
    code, told = doctor(run)
    assert code == DONE, told
    assert postgres.rows("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(1,)]


def test_a_cursor_column_that_the_query_lacks_is_told(run, postgres):
    postgres.execute("CREATE TABLE t (id int)")
    run.pipeline(("postgres", {"connection_url": postgres.url, "query": "SELECT id FROM t",
                               "replication": {"type": "incremental", "column": "at",
                                               "initial_value": 0}}),
                 ("jsonl", {"path": "out.jsonl"}))
    code, told = doctor(run)
    assert code == 1 and '"at"' in failure(told)["reason"]


def test_a_sink_that_writes_by_key_delivers_effectively_once(prepared):
    table = {"database_url": "sqlite:x.db", "table_name": "t", "column_mapping": "auto_map"}
    for options, said in [({}, "at-least-once"),
                          ({"write_mode": "append"}, "at-least-once"),
                          ({"write_mode": "upsert", "key": ["id"]},
                           "effectively-once (keyed upsert)"),
                          ({"write_mode": "delete", "key": ["id"]},
                           "effectively-once (keyed upsert)")]:
        prepared.pipeline(FILES, ("sqlite", table | options))
        shown = json.loads(prepared("validate", "pipeline.yaml", "--json").stdout)["rows"][0]
        assert shown["delivery"] == said
        assert f"delivery={said}" in prepared("validate", "pipeline.yaml").stdout
        assert doctor(prepared, "--offline")[1]["invocations"][0]["delivery"] == said


def test_state_in_a_database_is_probed_without_residue(run, postgres):
    """[P236]"""
    run.write("in/a.jsonl", '{"id":1}\n')
    postgres.execute("CREATE TABLE faucet_state (key TEXT PRIMARY KEY, value JSONB NOT NULL, "
                     "updated_at TIMESTAMPTZ NOT NULL DEFAULT NOW())")
    run.pipeline(FILES, pipeline=state("postgres", url=postgres.url))
    processes = [run.start("doctor", "pipeline.yaml") for _ in range(4)]
    for process in processes:
        out, _ = process.communicate(timeout=60)
        assert process.returncode == DONE, out
    assert postgres.rows("SELECT * FROM faucet_state") == []


def test_a_wrong_password_fails_and_is_not_told(run, postgres):
    host = urllib.parse.urlsplit(postgres.url)
    url = host._replace(netloc=f"tester:hidden-word@{host.hostname}:{host.port}").geturl()
    run.pipeline(("postgres", {"connection_url": url, "query": "select 1"}))
    code, told = doctor(run)
    assert code == 1 and failure(told)["role"] == "source"
    assert "hidden-word" not in json.dumps(told)
    assert "hidden-word" not in run("doctor", "pipeline.yaml").stdout


@pytest.mark.parametrize("kind", ["postgres", "redis"])
def test_what_never_answers_fails_in_time(run, kind, silent_port):
    run.write("in/a.jsonl", '{"id":1}\n')
    run.pipeline(FILES, pipeline=state(kind, url=f"{kind}://u:p@127.0.0.1:{silent_port}/0"))
    started = time.monotonic()
    code, told = doctor(run, "--timeout-secs", "1")
    assert code == 1 and failure(told)["role"] == "state"
    assert "1 s" in failure(told)["reason"]
    assert time.monotonic() - started < 10


def test_a_table_that_is_missing_is_told(run, postgres):
    run.pipeline(("postgres", {"connection_url": postgres.url, "query": "SELECT * FROM nothing"}))
    code, told = doctor(run)
    assert code == 1 and "nothing" in failure(told)["reason"]


def test_what_rows_share_is_probed_once(prepared, closed_port):
    prepared.pipeline(FILES, pipeline=state("redis", url=f"redis://127.0.0.1:{closed_port}"),
                      matrix=[{"id": "a"}, {"id": "b", "sink": {"config": {"path": "b.jsonl"}}}])
    code, told = doctor(prepared)
    of_b = told["invocations"][1]["probes"]
    assert [x["status"] for x in of_b if x["role"] == "source"] == ["skip"]
    assert "row a (pass)" in of_b[0]["reason"]
    shared = [x for x in of_b if x["role"] == "state" and x["status"] == "skip"]
    assert any("row a (fail)" in x["reason"] for x in shared)


def test_dead_letters_are_probed_too(prepared):
    prepared.pipeline(FILES, pipeline={
        "dlq": {"sink": {"type": "sqlite", "config": {"database_url": "no/folder/dead.db",
                                                      "table_name": "t",
                                                      "column_mapping": "auto_map"}}}})
    code, told = doctor(prepared)
    assert code == 1 and failure(told)["role"] == "dlq"


def test_a_child_is_probed_as_far_as_it_waits_for_no_record(prepared):
    prepared.pipeline(FILES, pipeline=state("file", path="state"),
                      matrix=[{"id": "a"},
                              {"id": "kid", "parent": "a",
                               "source": {"config": {"path": "in-${a.id}"}},
                               "sink": {"config": {"path": "kid-${a.id}.jsonl"}}}])
    code, told = doctor(prepared)
    assert code == DONE
    assert probes(told, 1)[:2] == [("source", "file", "skip"), ("sink", "jsonl", "skip")]
    assert "row a" in told["invocations"][1]["probes"][0]["reason"]


def test_a_bookmark_that_will_be_refused_is_told_with_a_way_out(prepared):
    prepared.pipeline(FILES, pipeline=state("file", path="state"))
    prepared.write("state/test%3A%3Arow-0.json", '{"faucet_state":1,"owner":"csv","data":1}')
    code, told = doctor(prepared)
    assert code == 1 and failure(told)["name"] == "bookmarks"
    assert "csv" in failure(told)["reason"] and "faucet state reset" in failure(told)["reason"]


@contextlib.contextmanager
def unwritable(folder):
    """Root may write everywhere but on what is mounted read-only."""
    folder.mkdir()
    if os.geteuid() != 0:
        folder.chmod(0o500)
        yield
        return
    subprocess.run(["mount", "-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_state_folder_that_may_not_be_written_is_told(prepared):
    with unwritable(prepared.folder / "state"):
        prepared.pipeline(FILES, pipeline=state("file", path="state"))
        code, told = doctor(prepared)
        assert code == 1 and "state" in failure(told)["reason"]


def test_a_state_folder_that_is_a_file_is_told(prepared):
    prepared.write("state", "")
    prepared.pipeline(FILES, pipeline=state("file", path="state"))
    code, told = doctor(prepared)
    assert code >= 1
    assert told["invocations"][0]["probes"][2]["status"] == "fail"


def test_options_that_are_wrong_are_told_beside_the_rest(prepared):
    prepared.pipeline(("file", {"path": "in", "pth": 1}))
    code, told = doctor(prepared)
    assert code == 1 and failure(told)["name"] == "options"
    assert "pth" in failure(told)["reason"] and "validate" in failure(told)["hint"]


def test_offline_only_options_are_checked(run, closed_port):
    run.pipeline(("sqlite", {"database_url": "missing.db", "query": "select 1"}),
                 pipeline=state("redis", url=f"redis://127.0.0.1:{closed_port}"))
    code, told = doctor(run, "--offline")
    assert code == DONE and {x["status"] for x in told["invocations"][0]["probes"]} == {"skip"}
    run.pipeline(("sqlite", {"database_url": "missing.db"}))
    assert doctor(run, "--offline")[0] == 1


def test_a_damaged_database_is_told(run):
    run.write("bad.db", b"this is no database at all, but long enough to be looked at" * 20)
    run.pipeline(("sqlite", {"database_url": "bad.db", "query": "select 1"}))
    code, told = doctor(run)
    assert code == 1 and "bad.db" in failure(told)["reason"]


def test_a_query_that_cannot_be_prepared_is_told(run):
    sqlite3.connect(run.folder / "a.db").close()
    run.pipeline(("sqlite", {"database_url": "a.db", "query": "select * from nothing"}))
    code, told = doctor(run)
    assert code == 1 and "nothing" in failure(told)["reason"]


@pytest.mark.parametrize("arguments", [["--timeout-secs", "0"], ["--timeout-secs", "x"],
                                       ["--timeout-secs", "-1"], ["--probe"], ["a", "b"]])
def test_bad_flags_are_refused(prepared, arguments):
    prepared.pipeline(FILES)
    expect(prepared("doctor", "pipeline.yaml", *arguments), BAD_CONFIG)


def test_a_file_that_is_no_pipeline_is_refused(run):
    run.write("pipeline.yaml", "version: 1\n")
    expect(run("doctor", "pipeline.yaml"), BAD_CONFIG)
    expect(run("doctor", "missing.yaml"), BAD_CONFIG, "missing.yaml")
