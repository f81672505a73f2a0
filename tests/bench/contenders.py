"""The programs that turn the same CSV into the same JSON Lines."""

import os
import pathlib
import shutil
import subprocess
import sys

from measure import contender

PIPELINE = """\
version: 1
name: csv-jsonl
pipeline:
  source:
    type: csv
    config: {{path: "{source}"}}
  sink:
    type: jsonl
    config: {{path: "{output}"}}
"""

# Every value a string, as everybody else writes them. Only the statement is timed: the interpreter
# around it would count against the database.
DUCKDB = """\
import sys, time, duckdb
source, output = sys.argv[1:]
start = time.perf_counter()
duckdb.execute("COPY (SELECT * FROM read_csv($1, header=true, all_varchar=true))"
               " TO '" + output + "' (FORMAT json)", [source])
print("seconds", time.perf_counter() - start)
"""


def pipeline_command(program, name, source, output):
    """A faucet run of the job; `name` tells its pipeline file and its output from others'."""
    file = output.parent / f"{name}.yaml"
    file.write_text(PIPELINE.format(source=source, output=output))
    return [str(program), "run", str(file)]


def faucet(program, source, folder):
    output = folder / "faucet.jsonl"
    return contender("faucet", pipeline_command(program, "faucet", source, output), output)


def hand_transcoder(build, source, folder):
    output = folder / "hand.jsonl"
    program = build / "tests" / "bench" / "hand_transcoder"
    return contender("hand-written", [str(program), str(source), str(output)], output)


def duckdb_python(folder):
    """An interpreter that has the newest DuckDB of the Python package index."""
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", "duckdb"], check=True)
    return python


def duckdb(folder, source):
    python = duckdb_python(folder)
    version = subprocess.run([str(python), "-c", "import duckdb; print(duckdb.__version__)"],
                             check=True, capture_output=True, text=True).stdout.strip()
    output = folder / "duckdb.jsonl"
    return contender(f"duckdb {version}", [str(python), "-c", DUCKDB, str(source), str(output)],
                     output)


def miller(source, folder):
    output = folder / "miller.jsonl"
    script = 'exec mlr --icsv --ojsonl -S cat "$1" > "$2"'
    return contender("miller", ["/bin/sh", "-c", script, "sh", str(source), str(output)], output)


def peer(source, folder):
    """Another program that reads the same pipeline files: the crate faucet-cli, built aside unless
    FAUCET_PEER names a binary."""
    program = os.environ.get("FAUCET_PEER") or str(folder / "peer" / "bin" / "faucet")
    if not pathlib.Path(program).exists():
        if shutil.which("cargo") is None:
            raise SystemExit("--peers needs cargo, or a binary named by FAUCET_PEER")
        features = "source-csv,sink-jsonl,transforms,observability"
        subprocess.run(["cargo", "install", "faucet-cli", "--root", str(folder / "peer"),
                        "--no-default-features", "--features", features,
                        "--ignore-rust-version"], check=True)
    output = folder / "peer.jsonl"
    return contender("faucet-cli", pipeline_command(program, "peer", source, output), output)
