"""Times programs side by side: interleaved, so that a busy moment hits all of them alike."""

import dataclasses
import pathlib
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable


@dataclasses.dataclass
class contender:
    """One program that does the job. `command` writes `output`, which is removed before each run, or
    what `prepare` makes ready; where it prints a line "seconds <number>", that counts instead of the
    life of the process."""

    name: str
    command: list
    output: pathlib.Path | None = None
    prepare: Callable[[], None] | None = None


@dataclasses.dataclass
class result:
    seconds: list
    peak_kib: list

    @property
    def median(self):
        return statistics.median(self.seconds)

    @property
    def peak_mib(self):
        return max(self.peak_kib) / 1024


def run_once(what):
    """Wall-clock seconds and peak resident KiB of one run."""
    if what.output:
        what.output.unlink(missing_ok=True)
    if what.prepare:
        what.prepare()
    with tempfile.NamedTemporaryFile("r") as facts:
        # GNU time forks the program itself, so the peak is not that of this interpreter.
        command = ["/usr/bin/time", "-o", facts.name, "-f", "%M"] + what.command
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True)
        seconds = time.perf_counter() - start
        if done.returncode != 0:
            raise SystemExit(f"{what.name}: exit code {done.returncode}\n{done.stderr[-2000:]}")
        peak = int(facts.read().split()[-1])
    for line in done.stdout.splitlines():
        if line.startswith("seconds "):
            seconds = float(line.split()[1])
    return seconds, peak


def run_all(contenders, runs):
    """One result for each contender, by name. The first, unmeasured round warms the file cache."""
    results = {c.name: result([], []) for c in contenders}
    for turn in range(runs + 1):
        for c in contenders:
            seconds, peak = run_once(c)
            if turn > 0:
                results[c.name].seconds.append(seconds)
                results[c.name].peak_kib.append(peak)
    return results


def table(results, reference):
    """The results as text, ratios to the reference."""
    base = results[reference].median
    lines = [f"{'':<20}{'median s':>9}{'min s':>8}{'max s':>8}{'/faucet':>8}{'peak MiB':>10}"]
    for name, r in results.items():
        lines.append(f"{name:<20}{r.median:>9.3f}{min(r.seconds):>8.3f}{max(r.seconds):>8.3f}"
                     f"{r.median / base:>8.2f}{r.peak_mib:>10.1f}")
    return "\n".join(lines)
