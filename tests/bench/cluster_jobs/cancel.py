"""From a cancel on a node that does not own the run until it has ended."""

import time

import budgets
from cluster_jobs.client import ENDED, LONG, PAGE_DELAY_MS, config
from cluster_jobs.side_by_side import in_turn, line, percentile, told

MUST_MS = 100
TIMES = 30


def cancel(on, n):
    """Milliseconds."""
    to = on.through[n % 3]
    run = to.submit(config(LONG))
    to.wait_for(run, ("running",))
    other = on.through[(on.owner_of(run) + 1) % 3]
    start = time.perf_counter()
    other.call("POST", f"/v1/runs/{run}/cancel")
    other.wait_for(run, ENDED)
    return (time.perf_counter() - start) * 1000


def run(wanted):
    mesh, alone = in_turn(cancel, TIMES)
    what = "cancelled at another node until ended"
    most = MUST_MS + PAGE_DELAY_MS
    budgets.at_most(f"{what}, 99th percentile", percentile(mesh, 0.99), most, " ms")
    return [line(what, told(mesh, "ms"), told(alone, "ms"), f"99th percentile ≤ {most} ms, a page"
                 f" of {PAGE_DELAY_MS} ms included", "1,760 ms")]
