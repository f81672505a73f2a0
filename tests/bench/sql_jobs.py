"""The jobs of `scripts/bench sql`: what is moved, by whom, and how the results are compared. All of it
runs beside a PostgreSQL of its own, which tests/with_services starts."""

import os
import pathlib
import subprocess
import sys

from measure import contender

COLUMNS = {"id": "bigint", "first_name": "text", "country": "text", "amount": "numeric",
           "created_at": "timestamptz", "active": "boolean", "attributes": "jsonb"}
ADDRESS = os.environ.get("FAUCET_TEST_POSTGRES", "")
# sling insists on TLS unless told otherwise, and takes no password with special characters.
PLAIN = "postgresql://bench:bench@" + ADDRESS.rpartition("@")[2] + "?sslmode=disable"
SLING = "sling-linux-amd64"


def psql(sql, *more):
    """What a statement or psql's own command prints; an error ends the program."""
    command = ["psql", ADDRESS, "-XqAt", "-v", "ON_ERROR_STOP=1", *more, "-c", sql]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"psql: {sql}\n{done.stderr}")
    return done.stdout.strip()


def load(source):
    """Fills the table `people` from the CSV; `copied` takes what is moved."""
    columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    psql("DROP ROLE IF EXISTS bench")
    psql("CREATE ROLE bench SUPERUSER LOGIN PASSWORD 'bench'")
    psql("DROP TABLE IF EXISTS people, copied")
    psql(f"CREATE TABLE people ({columns})")
    psql(f"\\copy people from '{source}' csv header")
    psql("CREATE TABLE copied (LIKE people)")
    psql("VACUUM ANALYZE people")


def empty_table():
    psql("TRUNCATE copied")
    psql("CHECKPOINT")


def pipeline(program, name, folder, source, sink):
    file = folder / f"sql-{name}.yaml"
    file.write_text(f"version: 1\nname: {name}\npipeline:\n  source: {source}\n  sink: {sink}\n")
    return [str(program), "run", str(file)]


def sling(folder, *arguments):
    """The binary of the Python package of that name, in an environment of its own. Nothing where it
    cannot be had."""
    home = folder / "sling-venv"
    if not list(home.rglob(SLING)):
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        if subprocess.run([str(home / "bin" / "pip"), "install", "-q", SLING]).returncode != 0:
            return None
    program = next(x for x in home.rglob(SLING) if x.is_file())
    os.environ["SLING_DISABLE_TELEMETRY"] = "TRUE"
    return [str(program), "run", *arguments]


def peer_program(folder):
    found = os.environ.get("FAUCET_PEER") or str(folder / "peer" / "bin" / "faucet")
    if not pathlib.Path(found).exists():
        raise SystemExit("--peers needs a binary with its SQL connectors, named by FAUCET_PEER")
    return found


def why_no_duckdb(python, extension):
    """DuckDB reaches other databases by extensions that it downloads."""
    done = subprocess.run([str(python), "-c", f"import duckdb; duckdb.execute('INSTALL {extension}')"],
                          capture_output=True, text=True)
    return None if done.returncode == 0 else "its extension cannot be downloaded here"


# -- PostgreSQL to PostgreSQL ----------------------------------------------------------------------


def table_to_table(program, folder, peers):
    source = f'{{type: postgres, config: {{connection_url: "{ADDRESS}", query: "SELECT * FROM people"}}}}'
    sink = (f'{{type: postgres, config: {{connection_url: "{ADDRESS}", table_name: copied, '
            "column_mapping: auto_map}}")
    pipe = "psql \"$1\" -Xqc '{0}copy people to stdout{1}' | psql \"$1\" -Xqc '{0}copy copied from stdin{1}'"
    def shell(form):
        return ["/bin/sh", "-c", pipe.format("\\", form), "sh", ADDRESS]
    everybody = [
        contender("faucet", pipeline(program, "table-table", folder, source, sink)),
        contender("psql copy | copy", shell("")),
        contender("the same, binary", shell(" (format binary)")),
    ]
    other = sling(folder, "--src-conn", PLAIN, "--src-stream", "SELECT * FROM people", "--tgt-conn",
                  PLAIN, "--tgt-object", "public.copied", "--mode", "full-refresh")
    if other:
        everybody.append(contender("sling", other))
    if peers:
        everybody.append(contender("faucet-cli", pipeline(peer_program(folder), "table-table-peer",
                                                          folder, source, sink)))
    for one in everybody:
        one.prepare = empty_table
    return everybody


def check_table(rows):
    columns = ", ".join(COLUMNS)
    for left, right in (("people", "copied"), ("copied", "people")):
        lost = psql(f"SELECT count(*) FROM (SELECT {columns} FROM {left} EXCEPT ALL "
                    f"SELECT {columns} FROM {right}) x")
        if lost != "0":
            raise SystemExit(f"{lost} rows of {left} are not in {right}")
    if psql("SELECT count(*) FROM copied") != str(rows):
        raise SystemExit("the number of rows differs")


# -- PostgreSQL to JSON Lines ----------------------------------------------------------------------


def table_to_lines(program, folder, peers):
    source = f'{{type: postgres, config: {{connection_url: "{ADDRESS}", query: "SELECT * FROM people"}}}}'
    def lines(name):
        return folder / f"sql-{name}.jsonl"
    def sink(name):
        return f'{{type: jsonl, config: {{path: "{lines(name)}"}}}}'
    text, json = lines("psql"), lines("psql-json")
    everybody = [
        contender("faucet", pipeline(program, "table-lines", folder, source, sink("faucet")),
                  lines("faucet")),
        contender("psql copy to file", ["psql", ADDRESS, "-Xqc", f"\\copy people to '{text}'"], text),
        contender("psql row_to_json", ["psql", ADDRESS, "-Xqc",
                                       f"\\copy (select row_to_json(p) from people p) to '{json}'"],
                  json),
    ]
    other = sling(folder, "--src-conn", PLAIN, "--src-stream", "SELECT * FROM people",
                  "--tgt-object", f"file://{lines('sling')}")
    if other:
        everybody.append(contender("sling", other, lines("sling")))
    if peers:
        everybody.append(contender("faucet-cli", pipeline(peer_program(folder), "table-lines-peer",
                                                          folder, source, sink("peer")),
                                   lines("peer")))
    return everybody


def check_lines(file, rows):
    """Reads the lines back into the server and compares there."""
    psql("DROP TABLE IF EXISTS lines")
    psql("CREATE UNLOGGED TABLE lines (line json)")
    psql(f"\\copy lines from '{file}' csv quote E'\\x01' delimiter E'\\x02'")
    fields = ", ".join(f"(line ->> '{name}')::{kind}" for name, kind in COLUMNS.items())
    psql("TRUNCATE copied")
    psql(f"INSERT INTO copied SELECT {fields} FROM lines")
    psql("DROP TABLE lines")
    check_table(rows)


# -- JSON Lines to SQLite --------------------------------------------------------------------------


def lines_to_sqlite(program, folder, lines, csv, peers):
    def database(name):
        return folder / f"sql-{name}.db"
    def made_by(name, program):
        source = f'{{type: file, config: {{path: "{lines}"}}}}'
        sink = (f'{{type: sqlite, config: {{database_url: "sqlite:{database(name)}?mode=rwc", '
                "table_name: people, column_mapping: auto_map}}")
        return pipeline(program, f"lines-sqlite-{name}", folder, source, sink)
    everybody = [
        contender("faucet", made_by("faucet", program), database("faucet")),
        contender("sqlite3 .import CSV", ["sqlite3", str(database("import")),
                                          f".import --csv {csv} people"], database("import")),
    ]
    other = sling(folder, "--src-stream", f"file://{lines}", "--tgt-conn",
                  f"sqlite://{database('sling')}", "--tgt-object", "main.people", "--mode",
                  "full-refresh")
    if other:
        everybody.append(contender("sling", other, database("sling")))
    if peers:
        everybody.append(contender("faucet-cli", made_by("peer", peer_program(folder)),
                                   database("peer")))
    return everybody


def check_sqlite(ours, imported, rows):
    columns = ", ".join(COLUMNS)
    def query(left, right):
        return (f"SELECT count(*) FROM (SELECT {columns} FROM {left}.people EXCEPT "
                f"SELECT {columns} FROM {right}.people);")
    done = subprocess.run(["sqlite3", str(ours), f"ATTACH '{imported}' AS other",
                           query("main", "other"), query("other", "main"),
                           "SELECT count(*) FROM main.people"],
                          check=True, capture_output=True, text=True).stdout.split()
    if done != ["0", "0", str(rows)]:
        raise SystemExit(f"the databases differ: {done}")


# -- nothing new -----------------------------------------------------------------------------------


def fill_history(rows):
    """A table with an index on its cursor; gives the newest value there."""
    psql("DROP TABLE IF EXISTS history")
    psql("CREATE UNLOGGED TABLE history AS SELECT i AS id, md5(i::text) AS content, "
         "'2024-01-01Z'::timestamptz + i * interval '1 second' AS updated "
         f"FROM generate_series(1, {rows}) AS i")
    psql("CREATE INDEX ON history (updated)")
    psql("VACUUM ANALYZE history")
    return psql("SELECT to_char(max(updated) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SSZ') FROM history")


def incremental(program, folder, since):
    """A run that reads what is newer than `since`, or than what it read before."""
    state = folder / "sql-state"
    for file in state.glob("*"):
        file.unlink()
    source = (f'{{type: postgres, config: {{connection_url: "{ADDRESS}", query: "SELECT * FROM history", '
              f'replication: {{type: incremental, column: updated, initial_value: "{since}"}}}}}}')
    sink = f'{{type: jsonl, config: {{path: "{folder / "sql-history.jsonl"}", append: true}}}}'
    command = pipeline(program, "history", folder, source, sink)
    with open(command[-1], "a", encoding="utf-8") as file:
        file.write(f'  state: {{type: file, config: {{path: "{state}"}}}}\n')
    return [*command, "--output", "json"]
