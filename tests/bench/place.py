"""Where measurements find what was built, and keep what they make."""

import os
import pathlib
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("FAUCET_BUILD", TOP / "build")).resolve() / "release"
FOLDER = pathlib.Path(os.environ.get("FAUCET_BENCH_DIR", "~/.cache/faucet-bench")).expanduser()
PROGRAM = pathlib.Path(os.environ.get("FAUCET_BIN", BUILD / "apps" / "faucet" / "faucet"))


def prepare(targets):
    """Installs and builds what a job needs, but for programs that a variable names."""
    named = {"faucet": "FAUCET_BIN", "faucet-node": "FAUCET_NODE_BIN"}
    missing = [x for x in targets if named.get(x) not in os.environ]
    subprocess.run([TOP / "scripts" / "deps", "bench"], check=True)
    if missing:
        subprocess.run([TOP / "scripts" / "build", "release", *missing], check=True)
    FOLDER.mkdir(parents=True, exist_ok=True)


def input_file(rows, seed):
    """A CSV of seven columns, made once."""
    file = FOLDER / f"people-{rows}-{seed}.csv"
    if not file.exists():
        scratch = file.with_suffix(".part")
        with open(scratch, "wb") as out:
            make_csv = BUILD / "tests" / "bench" / "make_csv"
            subprocess.run([make_csv, str(rows), str(seed)], stdout=out, check=True)
        scratch.rename(file)
    return file
