"""faucet discover: a pipeline file with a row for each table behind its source."""

import json
import sqlite3

import pytest
import yaml

from conftest import BAD_CONFIG, DONE, FAILED, expect

BASE = """# what I wrote
version: 1
name: shop
pipeline:
  source:
    type: sqlite
    config: {database_url: shop.db, query: select 1}
  sink:
    type: jsonl
    config: {path: "./out/x.jsonl.gz"}
"""


@pytest.fixture
def shop(run):
    with sqlite3.connect(run.folder / "shop.db") as database:
        database.executescript("""
            CREATE TABLE orders (id INTEGER PRIMARY KEY, total NUMERIC);
            INSERT INTO orders VALUES (1, 2.5), (2, 3);
            CREATE TABLE "Users" (email TEXT);
            INSERT INTO "Users" VALUES ('a@b.c');
            CREATE TABLE "weird ${env:HOME} 'name'" (a);
            INSERT INTO "weird ${env:HOME} 'name'" VALUES (7);
            CREATE TABLE "now" (t);
            INSERT INTO "now" VALUES (8);
        """)
    database.close()
    (run.folder / "out").mkdir()
    run.write("faucet.yaml", BASE)
    return run


def discovered(run, *arguments, env=None):
    """The text that was written and what it says."""
    done = run("discover", *arguments, env=env)
    expect(done, DONE)
    return done.stdout, yaml.safe_load(done.stdout)


def ids(config):
    return [row["id"] for row in config["matrix"]]


def runs(run, name):
    """A generated file is valid and runs; the summary's rows."""
    expect(run("validate", name), DONE)
    done = run("run", name, "--output", "json")
    expect(done, DONE)
    return json.loads(done.stdout)


def test_every_table_becomes_a_row_of_a_file_that_runs(shop):
    text, config = discovered(shop)
    assert text.startswith("# what I wrote\n")
    assert sorted(ids(config)) == sorted(["Users", "now-" + hash_of("now"), "orders",
                                          "weird___env_HOME___name_-" +
                                          hash_of("weird ${env:HOME} 'name'")])
    shop.write("all.yaml", text)
    runs(shop, "all.yaml")
    assert len(list((shop.folder / "out").glob("x.*.jsonl.gz"))) == 4


def hash_of(name):
    """FNV-1a of 64 bits, the lower half."""
    result = 0xCBF29CE484222325
    for byte in name.encode():
        result = ((result ^ byte) * 0x100000001B3) % 2**64
    return f"{result % 2**32:08x}"


def test_a_row_that_was_named_in_another_way_keeps_its_state(shop):
    rows = {row["id"]: row for row in discovered(shop)[1]["matrix"]}
    assert "legacy_state_ids" not in rows["orders"]
    weird = rows["weird___env_HOME___name_-" + hash_of("weird ${env:HOME} 'name'")]
    assert weird["legacy_state_ids"] == ["weird___env_HOME___name_"]


def test_names_choose_datasets(shop):
    assert ids(discovered(shop, "--include", "or*")[1]) == ["orders"]
    assert ids(discovered(shop, "--include", "*r*s", "--exclude", "U*")[1]) == ["orders"]
    assert "orders" not in ids(discovered(shop, "--exclude", "orders")[1])
    expect(shop("discover", "--include", "nothing*"), BAD_CONFIG, "none of the 4")
    expect(shop("discover", "--include", "order"), BAD_CONFIG)


def test_a_view_that_cannot_be_read_is_told_and_left_out(shop):
    with sqlite3.connect(shop.folder / "shop.db") as database:
        database.executescript("CREATE TABLE gone(a); CREATE VIEW broken AS SELECT a FROM gone;"
                               "DROP TABLE gone")
    database.close()
    done = shop("discover")
    expect(done, DONE, '"broken" cannot be read and is left out: no such table: main.gone')
    assert "broken" not in done.stdout


def test_a_file_is_written_once_unless_forced(shop):
    expect(shop("discover", "-o", "new.yaml"), DONE, "new.yaml")
    kept = shop.read("new.yaml")
    expect(shop("discover", "-o", "new.yaml", "--include", "orders"), BAD_CONFIG, "--force")
    assert shop.read("new.yaml") == kept
    expect(shop("discover", "-o", "new.yaml", "--include", "orders", "--force"), DONE)
    assert ids(yaml.safe_load(shop.read("new.yaml"))) == ["orders"]
    expect(shop("discover", "-o", "no/such/x.yaml"), FAILED, "no/such")


def test_what_was_found_as_json(shop):
    done = shop("discover", "--json", "--include", "orders")
    assert json.loads(done.stdout) == {
        "source": "sqlite", "datasets": [
            {"name": "orders", "kind": "table",
             "config_patch": {"query": 'SELECT * FROM "orders"'},
             "sink_patch": {"path": "./out/x.orders.jsonl.gz"},
             "primary_key": ["id"]}]}


def test_rows_that_were_counted_are_told(shop):
    with sqlite3.connect(shop.folder / "shop.db") as database:
        database.execute("ANALYZE")
    database.close()
    found = json.loads(shop("discover", "--json", "--include", "orders").stdout)
    assert found["datasets"][0]["estimated_rows"] == 2


def test_references_stay_as_they_were_written(shop):
    shop.write("faucet.yaml", BASE.replace("shop.db", "'${env:DATABASE}'").replace(
        "./out/x.jsonl.gz", "${param.folder}/x.jsonl") + "params: {folder: {default: out}}\n")
    text, config = discovered(shop, env={"DATABASE": "shop.db"})
    assert "${env:DATABASE}" in text
    assert config["matrix"][0]["sink"]["config"]["path"].startswith("${param.folder}/x.")
    shop.write("all.yaml", text)
    expect(shop("validate", "all.yaml", env={"DATABASE": "shop.db"}), DONE)


def test_a_matrix_that_is_there_is_replaced(shop):
    shop.write("faucet.yaml", BASE.replace("name: shop", "matrix:\n - id: a\n - id: b\nname: shop"))
    text, config = discovered(shop, "--include", "orders")
    assert ids(config) == ["orders"] and "takes the place" in text


def test_one_of_several_sources_and_sinks_is_chosen(shop):
    several = {"version": 1, "name": "shop", "pipeline": {
        "sources": {"db": {"type": "sqlite", "config": {"database_url": "shop.db", "query": "q"}},
                    "files": {"type": "file", "config": {"path": "in"}}},
        "sinks": {"table": {"type": "sqlite", "config": {"database_url": "copy.db",
                                                         "table_name": "t",
                                                         "column_mapping": "auto_map"}},
                  "lines": {"type": "jsonl", "config": {"path": "out/y.jsonl"}}}}}
    shop.write("faucet.yaml", several)
    expect(shop("discover"), BAD_CONFIG, "--source", "db, files")
    expect(shop("discover", "--source", "db"), BAD_CONFIG, "--sink", "table, lines")
    expect(shop("discover", "--source", "nix", "--sink", "lines"), BAD_CONFIG, "nix", "db, files")
    expect(shop("discover", "--source", "files", "--sink", "lines"), BAD_CONFIG)
    text, config = discovered(shop, "--source", "db", "--sink", "table", "--include", "orders",
                              "--include", "Users")
    assert [row["sink"] for row in config["matrix"]] == [
        {"ref": "table", "config": {"table_name": name}} for name in ("Users", "orders")]
    shop.write("all.yaml", text)
    runs(shop, "all.yaml")
    with sqlite3.connect(shop.folder / "copy.db") as copy:
        assert copy.execute("SELECT count(*) FROM orders").fetchone() == (2,)
    copy.close()


def test_tables_are_not_copied_onto_themselves(shop):
    shop.write("faucet.yaml", BASE.split("  sink:")[0] + """  sink:
    type: sqlite
    config: {database_url: shop.db, table_name: copy, column_mapping: auto_map}
""")
    _, config = discovered(shop, "--include", "orders")
    assert config["matrix"][0]["sink"]["config"] == {"table_name": "copy_orders"}


def test_a_json_file_stays_json(shop):
    shop.write("shop.json", yaml.safe_load(BASE))
    done = shop("discover", "shop.json", "--include", "orders")
    assert ids(json.loads(done.stdout)) == ["orders"]


def test_tables_of_a_postgresql_database(run, postgres):
    postgres.execute("""
        CREATE TABLE orders (id bigint PRIMARY KEY, total numeric(10,2));
        INSERT INTO orders VALUES (1, 1.50);
        CREATE SCHEMA s2;
        CREATE TABLE s2.orders (a int);
        INSERT INTO s2.orders VALUES (1), (2);
        CREATE TABLE "Weird.Name" (b text);
        CREATE VIEW v AS SELECT 1 AS x;
    """)
    run.write("faucet.yaml", BASE.replace("type: sqlite", "type: postgres").replace(
        "database_url: shop.db", f"connection_url: '{postgres.url}'").replace("./out/", ""))
    text, config = discovered(run)
    assert ids(config) == [name.replace(".", "_") + "-" + hash_of(name) for name in (
        "public.Weird.Name", "public.orders", "s2.orders")]
    run.write("all.yaml", text)
    summary = runs(run, "all.yaml")
    assert "3" in json.dumps(summary)
    copy = BASE.split("  sink:")[0].replace("type: sqlite", "type: postgres").replace(
        "database_url: shop.db", f"connection_url: '{postgres.url}'")
    run.write("faucet.yaml", copy + """  sink:
    type: sqlite
    config: {database_url: copy.db, table_name: t, column_mapping: auto_map}
""")
    _, config = discovered(run)
    assert [row["sink"]["config"]["table_name"] for row in config["matrix"]] == [
        "Weird_Name", "orders", "s2_orders"]


def test_a_database_that_cannot_be_reached_or_is_empty_is_a_failure(run):
    run.write("faucet.yaml", BASE)
    expect(run("discover"), FAILED, "shop.db")
    assert not (run.folder / "shop.db").exists()
    sqlite3.connect(run.folder / "shop.db").executescript("CREATE TABLE t (a); DROP TABLE t;")
    expect(run("discover"), FAILED, "no dataset")
    run.write("shop.db", b"no database" * 100)
    expect(run("discover"), FAILED, "shop.db")


@pytest.mark.parametrize("text, parts", [
    ("version: 1\nname: x\n", ["pipeline"]), ("[1]", []), ("{", []), ("", []),
    (BASE.replace("type: sqlite", "type: sqlit"), ["sqlit"]),
    (BASE.replace("query: select 1", "query: select 1, qurey: x"), ["qurey"]),
    (BASE.replace("type: jsonl", "type: jsnl"), ["jsnl"]),
], ids=["no pipeline", "a list", "broken", "empty", "source type", "option", "sink type"])
def test_a_file_that_is_wrong_is_refused(run, text, parts):
    run.write("faucet.yaml", text)
    expect(run("discover"), BAD_CONFIG, *parts)
