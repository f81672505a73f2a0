"""Records that a sink cannot write."""

import json
import sqlite3

import pytest

from conftest import BAD_CONFIG, DONE, FAILED, expect


@pytest.fixture
def table(run):
    """A table that bears no id 2."""
    database = sqlite3.connect(run.folder / "t.db")
    database.execute("create table t (id text check (id <> '2'), name text)")
    database.commit()
    run.write("in.csv", "id,name\n1,a\n2,b\n3,c\n")
    return database


def move(run, sink=None, state=False, letters=None, **dlq):
    dlq = {"sink": letters or {"type": "jsonl", "config": {"path": "dead.jsonl"}}} | dlq
    more = {"dlq": dlq}
    if state:
        more["state"] = {"type": "file", "config": {"path": "state"}}
    return run.move(("csv", {"path": "in.csv"}),
                    ("sqlite", {"database_url": "sqlite:t.db", "table_name": "t",
                                "column_mapping": "auto_map"} | (sink or {})), pipeline=more)


def ids(table):
    return [x for (x,) in table.execute("select id from t order by id")]


def test_one_bad_record_goes_to_the_dead_letters_and_the_others_arrive(run, table):
    """[P92]"""
    expect(move(run), DONE, "1 dead letter", "2 out")
    assert ids(table) == ["1", "3"]
    (letter,) = run.records("dead.jsonl")
    assert letter["payload"] == {"id": "2", "name": "b"}
    assert (letter["reason"], letter["record_index"]) == ("partial", 1)
    assert (letter["sink"], letter["pipeline"], letter["row"]) == ("sqlite", "test", "row-0")
    assert letter["error"]["kind"] == "sink_failed"
    assert letter["ts_ms"] > 1_700_000_000_000


def test_dead_letters_of_earlier_runs_stay(run, table):
    """[P94]"""
    expect(move(run), DONE)
    expect(move(run), DONE)
    assert len(run.records("dead.jsonl")) == 2


def test_too_many_dead_letters_end_the_run_behind_their_page(run, table):
    """[P85]"""
    run.write("in.csv", "id,name\n1,a\n2,b\n2,c\n")
    expect(move(run, max_failures_total=1), FAILED, "more than the 1")
    assert ids(table) == ["1"]
    assert len(run.records("dead.jsonl")) == 2


def test_the_summary_counts_dead_letters(run, table):
    move(run)
    done = run("run", "pipeline.yaml", "--output", "json")
    summary = json.loads(done.stdout)
    assert summary["totals"]["dlq_count"] == 1
    assert summary["rows"][0]["dlq_count"] == 1


def test_dead_letters_in_the_file_of_the_data_are_refused(run):
    """[P95]"""
    run.write("in.csv", "id\n1\n")
    done = run.move(("csv", {"path": "in.csv"}), ("jsonl", {"path": "out.jsonl"}), pipeline={
        "dlq": {"sink": {"type": "jsonl", "config": {"path": "./out.jsonl"}}}})
    expect(done, BAD_CONFIG, "dead letters", "out.jsonl")


def test_dead_letters_in_the_table_of_the_data_are_refused(run, table):
    """[P95]"""
    sink = {"type": "sqlite", "config": {"database_url": "./t.db", "table_name": "T",
                                         "column_mapping": "auto_map"}}
    expect(move(run, letters=sink), BAD_CONFIG, "dead letters", "t.db")
    assert ids(table) == []


def test_dead_letters_that_would_replace_earlier_ones_are_refused(run, table):
    """[P94]"""
    sink = {"type": "jsonl", "config": {"path": "dead.jsonl", "append": False}}
    done = run.move(("csv", {"path": "in.csv"}), ("stdout", {}), pipeline={"dlq": {"sink": sink}})
    expect(done, BAD_CONFIG, "append: false")


@pytest.mark.parametrize("mode", [{"write_mode": "upsert", "key": ["row"]},
                                  {"write_mode": "delete", "key": ["row"]},
                                  {"write_mode": "overwrite"}], ids=lambda x: x["write_mode"])
def test_dead_letters_that_would_replace_each_other_are_refused(run, table, mode):
    sink = {"type": "sqlite", "config": {"database_url": "dead.db", "table_name": "dead",
                                         "column_mapping": "auto_map"} | mode}
    expect(move(run, letters=sink), BAD_CONFIG, "dead letters", "would replace")
    assert not (run.folder / "dead.db").exists()


@pytest.mark.parametrize("columns", ["id, name", "payload, reason", "error, row"])
def test_dead_letters_that_a_table_has_no_columns_for_end_the_run(run, table, columns):
    """The bookmark stays in front of the page, so that the letter comes again."""
    table.execute(f"create table dead ({columns})")
    sink = {"type": "sqlite", "config": {"database_url": "t.db", "table_name": "dead",
                                         "column_mapping": "auto_map"}}
    done = move(run, letters=sink, state=True)
    expect(done, FAILED, 'table "dead"', "there is no column for the field")
    assert table.execute("select count(*) from dead").fetchone() == (0,)
    assert not [name for name in run.files() if name == "state/test%3A%3Arow-0.json"]


def test_dead_letters_that_a_csv_file_has_no_columns_for_end_the_run(run, table):
    run.write("dead.csv", "id,name\n7,x\n")
    expect(move(run, letters={"type": "csv", "config": {"path": "dead.csv"}}), FAILED, "dead.csv",
           "is not among the columns")
    assert run.read("dead.csv") == "id,name\n7,x\n"


@pytest.mark.parametrize("sink", [("csv", {"path": "dead.csv", "on_unknown_field": "warn"}),
                                  ("file", {"path": "dead.csv", "csv": {"on_unknown_field": "warn"}}),
                                  ("sqlite", {"database_url": "d.db", "table_name": "d",
                                              "column_mapping": "auto_map",
                                              "on_unknown_field": "warn"})], ids=lambda x: x[0])
def test_dead_letters_that_would_lose_fields_are_refused(run, table, sink):
    kind, config = sink
    expect(move(run, letters={"type": kind, "config": config}), BAD_CONFIG, "on_unknown_field: warn")


def test_a_limit_of_printed_dead_letters_ends_the_run(run, table):
    sink = {"type": "stdout", "config": {"destination": "stderr", "max_records": 1}}
    expect(move(run, letters=sink), BAD_CONFIG, "max_records")


def test_dead_letters_that_cannot_be_written_end_the_run(run, table):
    """[P86]"""
    (run.folder / "dead.jsonl").mkdir()
    done = move(run)
    expect(done, FAILED, "dead.jsonl")
    assert ids(table) == []


def test_a_dry_run_keeps_no_dead_letters(run, table):
    move(run)
    (run.folder / "dead.jsonl").unlink()
    expect(run("run", "pipeline.yaml", "--dry-run"), DONE)
    assert not (run.folder / "dead.jsonl").exists()
