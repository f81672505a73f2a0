"""CSV of seven columns to JSON Lines: faucet, DuckDB, miller, a hand-written transcoder, and with --peers
one more program that reads the same pipeline files. --verify compares every field that faucet wrote with
what Python's csv and json modules read."""

import os
import platform

import budgets
import contenders
import measure
import verify
from place import BUILD, FOLDER, PROGRAM, input_file

NAME = "csv-jsonl"
TARGETS = ("faucet", "make_csv", "hand_transcoder")
SERVICES = False

MUST_OF_DUCKDB = 0.7
AIM_OF_HAND_WRITTEN = 2.0
MUST_PEAK_MIB = 40


def add_flags(job):
    job.add_argument("--rows", type=int, default=1_000_000)
    job.add_argument("--runs", type=int, default=5)
    job.add_argument("--seed", type=int, default=1)
    job.add_argument("--verify", action="store_true")
    job.add_argument("--peers", action="store_true")


def run(wanted):
    source = input_file(wanted.rows, wanted.seed)
    size = source.stat().st_size / (1 << 20)
    ours = contenders.faucet(PROGRAM, source, FOLDER)
    duckdb = contenders.duckdb(FOLDER, source)
    hand = contenders.hand_transcoder(BUILD, source, FOLDER)
    everybody = [ours, duckdb, contenders.miller(source, FOLDER), hand]
    if wanted.peers:
        everybody.append(contenders.peer(source, FOLDER))
    results = measure.run_all(everybody, wanted.runs)
    print(f"CSV to JSON Lines, {wanted.rows} rows, {size:.0f} MiB, medians of {wanted.runs}, "
          f"{os.cpu_count()} cores, {platform.machine()}")
    print(measure.table(results, ours.name))
    budgets.at_most("faucet / duckdb", results[ours.name].median / results[duckdb.name].median,
                    MUST_OF_DUCKDB)
    budgets.at_most("faucet / hand-written", results[ours.name].median / results[hand.name].median,
                    AIM_OF_HAND_WRITTEN)
    budgets.at_most("peak memory", results[ours.name].peak_mib, MUST_PEAK_MIB, " MiB")
    if wanted.verify:
        measure.run_once(ours)
        print(f"verified: {verify.same_rows(source, ours.output)} rows, every field equal")
