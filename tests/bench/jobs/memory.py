"""Peak memory of 10,000,000 rows beside that of 1,000,000."""

import budgets
import contenders
import measure
from place import FOLDER, PROGRAM, input_file

NAME = "memory"
TARGETS = ("faucet", "make_csv")
SERVICES = False

MUST_GROWTH = 1.10


def add_flags(job):
    job.add_argument("--runs", type=int, default=3)
    job.add_argument("--seed", type=int, default=1)


def run(wanted):
    peaks = []
    for rows in (1_000_000, 10_000_000):
        ours = contenders.faucet(PROGRAM, input_file(rows, wanted.seed), FOLDER)
        runs = [measure.run_once(ours)[1] for _ in range(wanted.runs)]
        ours.output.unlink()
        peaks.append(max(runs) / 1024)
        print(f"{rows:>10} rows: peak {peaks[-1]:.1f} MiB (most of {wanted.runs} runs)")
    budgets.at_most("10M rows / 1M rows", peaks[1] / peaks[0], MUST_GROWTH)
