"""PostgreSQL to PostgreSQL, PostgreSQL to JSON Lines, JSON Lines to SQLite: faucet, the databases' own
tools, sling, and with --peers one more program that reads the same pipeline files. Compares what was
written with what was read."""

import dataclasses
import os
import platform
from collections.abc import Callable

import budgets
import contenders
import measure
import sql_jobs
from place import FOLDER, PROGRAM, input_file

NAME = "sql"
TARGETS = ("faucet", "make_csv")
SERVICES = True

MUST_PEAK_MIB = 60


@dataclasses.dataclass
class way:
    """`extension` is what DuckDB would need; ours over that of `beside` must be, and aims to be, at most
    `must` and `aim`."""
    title: str
    extension: str
    contenders: Callable
    check: Callable
    beside: str
    must: float
    aim: float


WAYS = {
    "table-table": way(
        "PostgreSQL to PostgreSQL", "postgres",
        lambda wanted, csv, lines: sql_jobs.table_to_table(PROGRAM, FOLDER, wanted.peers),
        lambda everybody, rows: sql_jobs.check_table(rows),
        "psql copy | copy", 1.3, 1.0),
    "table-lines": way(
        "PostgreSQL to JSON Lines", "postgres",
        lambda wanted, csv, lines: sql_jobs.table_to_lines(PROGRAM, FOLDER, wanted.peers),
        lambda everybody, rows: sql_jobs.check_lines(everybody[0].output, rows),
        "psql copy to file", 1.3, 1.0),
    "lines-sqlite": way(
        "JSON Lines to SQLite", "sqlite",
        lambda wanted, csv, lines: sql_jobs.lines_to_sqlite(PROGRAM, FOLDER, lines, csv,
                                                            wanted.peers),
        lambda everybody, rows: sql_jobs.check_sqlite(everybody[0].output, everybody[1].output,
                                                      rows),
        "sqlite3 .import CSV", 1.2, 0.8),
}


def add_flags(job):
    job.add_argument("--rows", type=int, default=1_000_000)
    job.add_argument("--runs", type=int, default=5)
    job.add_argument("--seed", type=int, default=1)
    job.add_argument("--peers", action="store_true")
    job.add_argument("--only", choices=WAYS)


def run(wanted):
    csv = input_file(wanted.rows, wanted.seed)
    lines = FOLDER / f"people-{wanted.rows}-{wanted.seed}.jsonl"
    made = contenders.faucet(PROGRAM, csv, FOLDER)
    measure.run_once(made)
    made.output.rename(lines)
    sql_jobs.load(csv)
    for name, one in WAYS.items():
        if wanted.only in (None, name):
            go(one, one.contenders(wanted, csv, lines), wanted)


def go(one, everybody, wanted):
    results = measure.run_all(everybody, wanted.runs)
    print(f"{one.title}, {wanted.rows} rows of seven columns, medians of {wanted.runs}, "
          f"{os.cpu_count()} cores, {platform.machine()}")
    print(measure.table(results, everybody[0].name))
    if why := sql_jobs.why_no_duckdb(contenders.duckdb_python(FOLDER), one.extension):
        print(f"{'duckdb':<20}not measured: {why}")
    ours = results[everybody[0].name]
    ratio = ours.median / results[one.beside].median
    budgets.at_most(f"faucet / {one.beside}", ratio, one.must)
    budgets.at_most("the same, aim", ratio, one.aim)
    budgets.at_most("peak memory", ours.peak_mib, MUST_PEAK_MIB, " MiB")
    measure.run_once(everybody[0])
    one.check(everybody, wanted.rows)
    print("verified: what was written equals what was read\n", flush=True)
