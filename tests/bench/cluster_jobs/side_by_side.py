"""Figures of clusters with the mesh, and beside each what it is without one, as a table."""

import contextlib
import dataclasses
import statistics

import budgets
from cluster_jobs.client import three

WITHOUT = ("--no-mesh",)
HEAD = ("| | with the mesh | `--no-mesh` | budget | others |\n"
        "|---|---|---|---|---|")


@dataclasses.dataclass
class line:
    """What was measured, with the mesh and without; what it may be, and what others were measured at
    before, if that is known."""
    what: str
    mesh: str
    alone: str
    budget: str = ""
    others: str = ""

    def __str__(self):
        return f"| {self.what} | {self.mesh} | {self.alone} | {self.budget} | {self.others} |"


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def told(values, unit):
    """Median and spread, as a cell of the table."""
    return (f"{statistics.median(values):.1f} {unit} "
            f"(99th percentile {percentile(values, 0.99):.1f}, of {len(values)})")


@contextlib.contextmanager
def both():
    """Three nodes with a mesh and three without, at the same time: a busy moment hits both alike."""
    with three() as mesh, three(WITHOUT) as alone:
        yield mesh, alone


def in_turn(measure, times):
    """What `measure` finds on both, one after the other, the n-th time of `times`."""
    with both() as clusters:
        found = [[], []]
        for n in range(times):
            for values, nodes in zip(found, clusters):
                values.append(measure(nodes, n))
        return found


def median_at_most(what, found, limit, unit, others=""):
    """The line of two lists of times, whose median has a budget."""
    budgets.at_most(f"{what}, median", statistics.median(found[0]), limit, f" {unit}")
    return line(what, told(found[0], unit), told(found[1], unit), f"median ≤ {limit:g} {unit}", others)
