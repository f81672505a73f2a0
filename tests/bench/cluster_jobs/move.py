"""From the end of the node that executes a run until another node has started it."""

import threading
import time

from cluster_jobs.client import LONG, config, three
from cluster_jobs.side_by_side import WITHOUT, median_at_most

MUST_SECONDS = 5
TIMES = 5
GRACE = ("--shutdown-grace-secs", 1)


def move(end, flags):
    """Seconds. `end` ends a node, and need not wait for it."""
    with three(flags) as on:
        to = on.through[0]
        run = to.submit(config(LONG))
        to.wait_for(run, ("running",))
        owner = on.nodes[on.owner_of(run)]
        start = time.time()
        ending = threading.Thread(target=end, args=(owner,))
        ending.start()
        while (started := on.at(run, "started", 2)) is None:
            time.sleep(0.01)
        ending.join()
        return float(started) - start


def moves(end, flags=()):
    """In turn with the mesh and without."""
    found = [[], []]
    for _ in range(TIMES):
        for values, more in zip(found, ((), WITHOUT)):
            values.append(move(end, (*flags, *more)))
    return found


def kill(wanted):
    return [median_at_most("`kill -9` of the owner until started elsewhere",
                           moves(lambda x: x.kill()), MUST_SECONDS, "s", "30 s")]


def drain(wanted):
    return [median_at_most("SIGTERM until started elsewhere, with one second of grace",
                           moves(lambda x: x.terminate(), GRACE), MUST_SECONDS, "s")]
