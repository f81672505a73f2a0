"""From a submission until the run has started."""

from cluster_jobs.client import ENDED, TRIVIAL, config
from cluster_jobs.side_by_side import in_turn, median_at_most

MUST_MS = 20
TIMES = 50


def submit(on, n):
    """Milliseconds by the clock of the database."""
    to = on.through[n % 3]
    run = to.submit(config(TRIVIAL))
    to.wait_for(run, ENDED)
    return float(on.at(run, "started") - on.at(run, "submitted")) * 1000


def run(wanted):
    return [median_at_most("submitted until started", in_turn(submit, TIMES), MUST_MS, "ms",
                           "11 ms on the node itself")]
