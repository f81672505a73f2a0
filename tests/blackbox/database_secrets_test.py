"""No password, no key and no sealed bookmark stands in anything that a run prints, at trace level."""

import json
import urllib.parse

import pytest

from conftest import DONE, FAILED, expect

STATE_KEY = "state-key-3f9c1d7e"
PASSWORD = "tr0ub4dor&3 horse"
CURSOR = "2031-07-09"  # of the newest row: what a sealed bookmark hides


@pytest.fixture
def secrets(postgres):
    """A user of its own, and how its password may look in a URL, in a log, in JSON."""
    role = "reader_" + postgres.name[-12:]
    postgres.execute(f"CREATE ROLE {role} LOGIN PASSWORD %s", PASSWORD)
    postgres.execute("CREATE TABLE orders (id bigint PRIMARY KEY, changed date NOT NULL)")
    postgres.execute("INSERT INTO orders SELECT n, date '2031-07-09' - n::int FROM generate_series(0, 99) n")
    postgres.execute(f"GRANT SELECT ON orders TO {role}")
    postgres.execute(f"GRANT CREATE ON SCHEMA public TO {role}")
    quoted = urllib.parse.quote(PASSWORD, safe="")
    host = f"{postgres.server.hostname}:{postgres.server.port}"
    yield {"url": f"postgresql://{role}:{quoted}@{host}/{postgres.name}",
           "wrong": f"postgresql://{role}:{quoted}x@{host}/{postgres.name}",
           "forms": [PASSWORD, quoted, json.dumps(PASSWORD)[1:-1], STATE_KEY]}
    postgres.execute(f"DROP OWNED BY {role}")
    postgres.execute(f"DROP ROLE {role}")


def pipeline(query="SELECT id, changed FROM orders", state=None, table="copies"):
    return {"version": 1, "name": "quiet", "pipeline": {
        "source": {"type": "postgres",
                   "config": {"connection_url": "${secret:DB}", "query": query, "batch_size": 10,
                              "replication": {"type": "incremental", "column": "changed",
                                              "initial_value": "2000-01-01"}}},
        "sink": {"type": "postgres",
                 "config": {"connection_url": "${secret:DB}", "table_name": table,
                            "column_mapping": "auto_map"}},
        "state": state or {"type": "file", "config": {"path": "state",
                                                      "encryption": {"key": "${secret:KEY}"}}}}}


COMMANDS = [("run",), ("run", "--output", "json"), ("validate",), ("preview",), ("status",),
            ("status", "--json"), ("doctor",), ("run", "--dry-run")]


def everything_printed(run, pipeline_file, environment):
    for command in COMMANDS:
        for log_format in ("text", "json"):
            done = run("--log-level", "trace", "--log-format", log_format, *command, pipeline_file,
                       env=environment)
            yield command, done


@pytest.mark.parametrize("case", ["good", "wrong password", "no such table", "no right to write",
                                  "wrong state key", "redis down"])
def test_nothing_secret_is_printed(case, run, secrets):
    environment = {"DB": secrets["url"], "KEY": STATE_KEY}
    spec = pipeline()
    if case == "wrong password":
        environment["DB"] = secrets["wrong"]
    if case == "no such table":
        spec = pipeline(query="SELECT id, changed FROM missing")
    if case == "no right to write":
        spec = pipeline(table="orders")
    if case == "wrong state key":
        run.write("p.json", spec)
        expect(run("run", "p.json", env=environment), DONE)
        environment["KEY"] = "x" + STATE_KEY
    if case == "redis down":
        spec = pipeline(state={"type": "redis",
                               "config": {"url": "redis://:${secret:KEY}@127.0.0.1:1/0"}})
    run.write("p.json", spec)
    for command, done in everything_printed(run, "p.json", environment):
        printed = done.stdout + done.stderr
        for form in secrets["forms"]:
            assert form not in printed, (command, printed)
        if command == ("run",):
            wanted = DONE if case == "good" else FAILED
            assert done.returncode == wanted, (done.returncode, printed)


def test_a_sealed_bookmark_is_in_no_file_and_no_message_of_the_run(run, secrets):
    run.write("p.json", pipeline())
    done = run("--log-level", "trace", "run", "p.json",
               env={"DB": secrets["url"], "KEY": STATE_KEY})
    expect(done, DONE)
    assert CURSOR not in done.stdout + done.stderr
    held = list((run.folder / "state").glob("*row-0.json"))
    assert held
    for file in held:
        content = file.read_bytes()
        assert content.startswith(b"FCT1")
        assert CURSOR.encode() not in content


def test_a_refused_connection_names_its_address_without_the_password(run, secrets):
    run.write("p.json", pipeline())
    down = secrets["url"].replace(str(urllib.parse.urlsplit(secrets["url"]).port), "1")
    done = run("run", "p.json", env={"DB": down, "KEY": STATE_KEY})
    expect(done, FAILED, "127.0.0.1")
    assert all(form not in done.stderr for form in secrets["forms"])
