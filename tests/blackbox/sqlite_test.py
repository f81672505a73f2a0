"""SQLite from outside: what arrives, killed runs, and databases that others use."""

import collections
import contextlib
import random
import sqlite3
import subprocess

import pytest

from conftest import BAD_CONFIG, DONE, FAILED, expect, stop


@pytest.fixture
def shop(run):
    with contextlib.closing(sqlite3.connect(run.folder / "shop.db", isolation_level=None)) as base:
        yield base


def rows_of(run, query, file="copy.db"):
    with contextlib.closing(sqlite3.connect(run.folder / file)) as database:
        return database.execute(query).fetchall()


def bookmarks(run):
    """The state folder without the marks of how runs ended."""
    return {name: run.read(name) for name in run.files()
            if name.startswith("state/") and name.endswith("row-0.json")}


def reading(query, **more):
    return "sqlite", {"database_url": "sqlite:shop.db", "query": query} | more


def writing(**more):
    return "sqlite", {"database_url": "sqlite:copy.db", "table_name": "t",
                      "column_mapping": "auto_map"} | more


STATE = {"state": {"type": "file", "config": {"path": "state"}}}
INCREMENTAL = {"replication": {"type": "incremental", "column": "at", "initial_value": 0},
               "batch_size": 100}


def test_a_table_is_copied_with_every_value_and_type(run, shop):
    shop.executescript("""
        CREATE TABLE t(id INTEGER PRIMARY KEY, big INTEGER, r REAL, s TEXT, b BLOB, n);
        INSERT INTO t VALUES (1, 9223372036854775807, 0.1, 'it''s "é"', x'00ff', NULL),
                             (2, -9223372036854775808, 1e300, '', x'', 'NULL');""")
    shop.execute("INSERT INTO t(id, r) WITH RECURSIVE n(i) AS (VALUES(3) UNION ALL SELECT i + 1 "
                 "FROM n LIMIT 5000) SELECT i, i / 7.0 FROM n")
    expect(run.move(reading("SELECT * FROM t"), writing()), DONE)
    query = "SELECT id, big, r, s, b, n, typeof(r), typeof(big) FROM t ORDER BY id"
    assert rows_of(run, query) == shop.execute(query).fetchall()


def test_nothing_is_written_behind_a_page_that_failed(run):
    with contextlib.closing(sqlite3.connect(run.folder / "copy.db")) as base:
        base.execute("CREATE TABLE t(id INTEGER CHECK (id <> 500))")
    run.write("in.csv", "id\n" + "".join(f"{i}\n" for i in range(10_000)))
    done = run.move(("csv", {"path": "in.csv", "batch_size": 10}), writing())
    expect(done, FAILED, "CHECK constraint failed")
    assert rows_of(run, "SELECT count(*), max(id) FROM t") == [(500, 499)]


def sync_killed(run, shop, sink, kills):
    """Adds rows with many ties, syncs, and kills most syncs; ends with one that is left alone."""
    dice = random.Random(7)
    shop.executescript("PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, at, v);"
                       "CREATE INDEX i ON t(at)")
    run.pipeline(reading("SELECT * FROM t", **INCREMENTAL), sink, pipeline=STATE)
    killed = total = 0
    while killed < kills:
        shop.execute("INSERT INTO t(at, v) WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 "
                     "FROM n LIMIT 1000) SELECT (? + i) / 150, 'x' || i FROM n", (total,))
        total += 1000
        process = run.start("run", "pipeline.yaml", stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=dice.uniform(0.01, 0.25))
        except subprocess.TimeoutExpired:
            killed += 1
        stop(process)
    expect(run("run", "pipeline.yaml"), DONE)


def test_syncs_killed_at_any_moment_lose_nothing_and_repeat_at_most_a_page(run, shop):
    sync_killed(run, shop, writing(), 15)
    times = collections.Counter(identity for identity, in rows_of(run, "SELECT id FROM t"))
    assert sorted(times) == [identity for identity, in shop.execute("SELECT id FROM t ORDER BY id")]
    repeated = sum(count - 1 for count in times.values())
    assert repeated <= 15 * 100, "more than a page a kill"
    assert rows_of(run, "PRAGMA integrity_check") == [("ok",)]


def test_upserting_syncs_killed_at_any_moment_end_with_equal_tables(run, shop):
    sync_killed(run, shop, writing(write_mode="upsert", key=["id"]), 15)
    query = "SELECT id, at, v FROM t ORDER BY id"
    assert rows_of(run, query) == shop.execute(query).fetchall()


def test_an_overwrite_killed_at_any_moment_leaves_the_old_rows_or_the_new(run, shop):
    shop.executescript("CREATE TABLE t(id); INSERT INTO t VALUES (0)")
    expect(run.move(reading("SELECT id FROM t"), writing(write_mode="overwrite")), DONE)
    shop.execute("INSERT INTO t WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n "
                 "LIMIT 30000) SELECT i FROM n")
    dice = random.Random(3)
    for _ in range(12):
        process = run.start("run", "pipeline.yaml", stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=dice.uniform(0.01, 0.2))
        stop(process)
        assert rows_of(run, "SELECT count(*) FROM t") in [[(1,)], [(30001,)]]
    expect(run("run", "pipeline.yaml"), DONE)
    assert rows_of(run, "SELECT count(*), sum(id) FROM t") == [(30001, 30000 * 30001 // 2)]


def test_two_pipelines_write_one_database_at_once(run):
    """[P142] They take turns; and [P292] both may make the table."""
    for name in ["a", "b"]:
        run.pipeline(("generate", {"rows": 20000, "fields": {
            "id": {"kind": "sequence"}, "who": {"kind": "constant", "value": name}}}), writing())
        (run.folder / "pipeline.yaml").rename(run.folder / f"{name}.yaml")
    both = [run.start("run", f"{name}.yaml") for name in ["a", "b"]]
    for process in both:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == DONE, errors
    assert rows_of(run, "SELECT who, count(*), sum(id) FROM t GROUP BY who ORDER BY who") == [
        ("a", 20000, 20000 * 20001 // 2), ("b", 20000, 20000 * 20001 // 2)]


def test_a_table_is_copied_to_another_of_the_same_database(run, shop):
    shop.executescript("CREATE TABLE s(id); INSERT INTO s WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL "
                       "SELECT i + 1 FROM n LIMIT 5000) SELECT i FROM n")
    expect(run.move(reading("SELECT * FROM s"), writing(database_url="shop.db")), DONE)
    assert shop.execute("SELECT count(*) FROM t").fetchall() == [(5000,)]


def test_a_locked_database_fails_the_run_and_the_next_one_completes(run, shop):
    shop.executescript("CREATE TABLE t(id, at); INSERT INTO t VALUES (1, 1), (2, 2)")
    sink = writing(busy_timeout_secs=0)
    with contextlib.closing(sqlite3.connect(run.folder / "copy.db", isolation_level=None)) as holder:
        holder.execute("PRAGMA journal_mode = WAL")
        holder.execute("BEGIN IMMEDIATE")
        expect(run.move(reading("SELECT * FROM t", **INCREMENTAL), sink, pipeline=STATE), FAILED,
               "copy.db", "locked by somebody else")
        holder.execute("ROLLBACK")
    expect(run("run", "pipeline.yaml"), DONE)
    assert rows_of(run, "SELECT id FROM t") == [(1,), (2,)]


@pytest.mark.parametrize("change, said", [
    ("DROP TABLE t", "no such table: t"),
    ("ALTER TABLE t DROP COLUMN v", "no such column: v"),
])
def test_what_is_missing_is_named_and_the_bookmark_stays(run, shop, change, said):
    shop.executescript("CREATE TABLE t(at, v); INSERT INTO t VALUES (1, 'a')")
    expect(run.move(reading("SELECT at, v FROM t", **INCREMENTAL), writing(), pipeline=STATE), DONE)
    before = bookmarks(run)
    shop.execute(change)
    expect(run("run", "pipeline.yaml"), FAILED, "shop.db", said)
    assert bookmarks(run) == before
    shop.executescript("DROP TABLE IF EXISTS t; CREATE TABLE t(at, v); INSERT INTO t VALUES "
                       "(1, 'a'), (2, 'b')")
    expect(run("run", "pipeline.yaml"), DONE)
    assert rows_of(run, "SELECT v FROM t") == [("a",), ("b",)]


@pytest.mark.parametrize("query, said", [
    ("SELECT at FROM t WHERE at > ${bookmark}", ">="),
    ("SELECT at FROM t WHERE v = 'a ${bookmark}'", "${bookmark}"),
    ("SELECT 1; SELECT 2", "statement"),
])
def test_a_query_that_would_lose_rows_is_refused_before_anything_runs(run, query, said):
    expect(run.move(reading(query, **INCREMENTAL), writing(), pipeline=STATE), BAD_CONFIG, said)
    assert run.files() == ["pipeline.yaml"]
