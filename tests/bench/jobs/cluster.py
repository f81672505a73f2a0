"""Real nodes: how long until a run starts, is cancelled from another node, moves to another node; trivial
runs a second; each with --no-mesh beside it. What an idle node costs, and what it costs among eight and
among 32. Prints tables as docs/operations.md has them."""

import os
import platform

from cluster_jobs import cancel, flow, move, quiet, side_by_side, start

NAME = "cluster"
TARGETS = ("faucet-node",)
SERVICES = False

PARTS = {"start": start.run, "cancel": cancel.run, "kill": move.kill, "drain": move.drain,
         "flow": flow.run, "idle": quiet.idle, "many": quiet.many}


def add_flags(job):
    job.add_argument("--runs", type=int, default=1000, help="trivial runs that flow")
    job.add_argument("--seconds", type=float, default=20, help="how long idle nodes are watched")
    job.add_argument("--only", choices=PARTS)


def run(wanted):
    print(f"nodes on {os.cpu_count()} cores, {platform.machine()}", flush=True)
    lines = []
    for name, part in PARTS.items():
        if wanted.only in (None, name):
            lines += part(wanted)
    if lines:
        print(side_by_side.HEAD, *lines, sep="\n")
