"""Two rows of one run and one table, known by two names."""

import json

import pytest

from conftest import FAILED, DONE, expect


def sink(url, table, mode):
    return {"type": "postgres", "config": {
        "connection_url": url, "table_name": table, "column_mapping": "auto_map",
        "write_mode": mode}}


def two_rows(run, postgres, modes, **second):
    """The first calls the table by its schema, the second finds it by the search path."""
    for name in "ab":
        run.write(f"{name}.csv", f"id\n{name}\n")
    found = postgres.url + "?options=-csearch_path%3Dshop"
    rows = [{"id": "a", "source": {"config": {"path": "a.csv"}},
             "sink": sink(postgres.url, "shop.orders", modes[0])},
            {"id": "b", "source": {"config": {"path": "b.csv"}},
             "sink": sink(found, "orders", modes[1])} | second]
    base = sink(postgres.url, "shop.orders", "append")
    run.pipeline(("csv", {"path": "a.csv"}), (base["type"], base["config"]), matrix=rows)
    return run("run", "pipeline.yaml", "--output", "json")


@pytest.mark.parametrize("there", [True, False], ids=["table", "no table"])
def test_two_rows_that_overwrite_one_table_by_two_names_do_not_both_write(run, postgres, there):
    postgres.execute("CREATE SCHEMA shop")
    if there:
        postgres.execute("CREATE TABLE shop.orders(id text)")
    done = two_rows(run, postgres, ["overwrite", "overwrite"])
    assert done.returncode == FAILED
    rows = {row["row_id"]: row for row in json.loads(done.stdout)["rows"]}
    failed = [row for row in rows.values() if row["status"] == "failed"]
    assert len(failed) == 1 and failed[0]["rows_out"] == 0
    assert 'table "shop"."orders": ' in failed[0]["error"]
    assert "of the same run replaces its rows, too" in failed[0]["error"]
    good = next(name for name, row in rows.items() if row["status"] == "ok")
    assert postgres.rows("SELECT id FROM shop.orders") == [(good,)]


def test_a_row_that_waits_for_the_overwrite_adds_to_the_table(run, postgres):
    postgres.execute("CREATE SCHEMA shop")
    expect(two_rows(run, postgres, ["overwrite", "append"], depends_on=["a"]), DONE)
    assert postgres.rows("SELECT id FROM shop.orders ORDER BY id") == [("a",), ("b",)]
