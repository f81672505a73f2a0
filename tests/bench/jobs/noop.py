"""An incremental sync of an indexed table of 10,000,000 rows that finds nothing new."""

import json
import statistics
import subprocess

import budgets
import sql_jobs
from place import FOLDER, PROGRAM

NAME = "noop"
TARGETS = ("faucet",)
SERVICES = True

MUST_MS = 50


def add_flags(job):
    job.add_argument("--rows", type=int, default=10_000_000)
    job.add_argument("--runs", type=int, default=5)


def run(wanted):
    newest = sql_jobs.fill_history(wanted.rows)
    command = sql_jobs.incremental(PROGRAM, FOLDER, newest)
    rows = []
    for _ in range(wanted.runs + 1):  # the first warms up
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        rows.append(json.loads(done.stdout)["rows"][0])
    if any(row["rows_in"] for row in rows[1:]):
        raise SystemExit("a run that should find nothing read rows")
    spent = statistics.median(row["duration_ms"] for row in rows[1:])
    print(f"nothing new among {wanted.rows} rows: {spent:g} ms a run, median of {wanted.runs}")
    budgets.at_most("the whole invocation", spent, MUST_MS, " ms")
