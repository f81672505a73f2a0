"""Trivial runs a second, submissions included."""

import concurrent.futures
import dataclasses
import threading
import time

import budgets
from cluster import cluster
from cluster_jobs.client import ENDED, TRIVIAL, config, connection
from cluster_jobs.costs import COUNTED, MESSAGES, asked, metric
from cluster_jobs.side_by_side import WITHOUT, line
from cluster_jobs.wire import submitter

MUST_RUNS_A_SECOND = 300


@dataclasses.dataclass
class rate:
    runs: float  # a second
    submitted: float  # a second
    statements: float | None  # a run; None where nobody counts them
    messages: float  # of the mesh, sent, a run

    def __str__(self):
        asked_for = "" if self.statements is None else f"{self.statements:.1f} statements and "
        return (f"{self.runs:.0f} (submitted {self.submitted:.0f}, "
                f"{asked_for}{self.messages:.1f} messages a run)")


def flow(count, kind, runs, flags):
    with cluster(count, kind, ("--max-queued-runs", 2 * runs, *flags), COUNTED) as (nodes, server):
        wires = threading.local()
        what = config(TRIVIAL)

        def one(n):
            if not hasattr(wires, "to"):
                wires.to = [submitter(x, what) for x in nodes]
            wires.to[n % count].submit()

        def so_far():
            return (asked(server) if server else None,
                    sum(metric(x, MESSAGES, 'direction="sent"') for x in nodes))

        before = so_far()
        start = time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(one, range(runs)))
        submitted = time.perf_counter() - start
        to = connection(nodes[0])
        while sum(to.call("GET", "/v1/runs?counts=true&limit=1")[1]["counts"].get(s, 0)
                  for s in ENDED) < runs:
            time.sleep(0.02)
        took = time.perf_counter() - start
        after = so_far()
        statements = (after[0] - before[0]).statements / runs if server else None
        return rate(runs / took, runs / submitted, statements, (after[1] - before[1]) / runs)


def run(wanted):
    lines = []
    for kind, history in (("postgres", "PostgreSQL"), ("sqlite", "SQLite")):
        for count in (1, 3, 5):
            mesh, alone = (flow(count, kind, wanted.runs, x) for x in ((), WITHOUT))
            found = line(f"trivial runs a second, {history}, nodes: {count}", str(mesh), str(alone))
            if (kind, count) == ("postgres", 3):
                budgets.at_least(found.what, mesh.runs, MUST_RUNS_A_SECOND)
                found.budget = f"≥ {MUST_RUNS_A_SECOND}"
                found.others = "7; River, whose jobs do nothing: 11,700 (submitted 1,600)"
            lines.append(found)
    return lines
