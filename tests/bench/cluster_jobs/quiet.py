"""Nodes that have nothing to do: whether they all see each other, and what each of them costs."""

import dataclasses
import statistics
import time

import budgets
from cluster import cluster
from cluster_jobs.costs import COUNTED, MESSAGES, asked, cpu_seconds, metric

MUST_MIB = 40
MUST_PERCENT = 1
MUST_GROWTH = 1.25
DEADLINE = 180  # seconds until all see each other


@dataclasses.dataclass
class cost:
    """Of a node; its history's and its mesh's are those of a second."""
    memory: float = dataclasses.field(metadata={"title": "memory, MiB"})
    cpu: float = dataclasses.field(metadata={"title": "share of a core, %"})
    statements: float = dataclasses.field(metadata={"title": "statements of the history a second"})
    transactions: float = dataclasses.field(metadata={"title": "its transactions a second"})
    messages: float = dataclasses.field(metadata={"title": "messages of the mesh a second"})
    links: float = dataclasses.field(metadata={"title": "links"})
    signs: float = dataclasses.field(
        metadata={"title": "signs of life over these a second, by reckoning"})


TITLES = {x.name: x.metadata["title"] for x in dataclasses.fields(cost)}
FLAT = ("memory", "statements", "transactions")  # whatever the number of nodes
SIGNS_OF_LIFE = 4  # a second over a link, two in each direction; the metrics do not count them


def blind(nodes):
    """What nodes do not see of each other, as sentences."""
    for x in nodes:
        seen = x.call("GET", "/readyz", timeout=30)[1]["cluster"]["instances"]
        links = metric(x, "faucet_serve_mesh_links")
        if seen != len(nodes) or links != len(nodes) - 1:
            yield f"node {x.number} of {len(nodes)} sees {seen}, and has {links:.0f} links"


def wait_until_all_see_each_other(nodes):
    end = time.monotonic() + DEADLINE
    while found := list(blind(nodes)):
        if time.monotonic() > end:
            raise SystemExit("\n".join(found))
        time.sleep(0.5)


def watch(count, seconds):
    """Links that are missing before or behind end the program."""
    with cluster(count, "postgres", settings=COUNTED) as (nodes, server):
        wait_until_all_see_each_other(nodes)

        def so_far():
            return (asked(server), time.monotonic(), [cpu_seconds(x) for x in nodes],
                    [metric(x, MESSAGES) for x in nodes])

        before = so_far()
        time.sleep(seconds)
        after = so_far()
        if found := list(blind(nodes)):
            raise SystemExit("\n".join(found))
        questions, took = after[0] - before[0], after[1] - before[1]
        cpu, messages = (statistics.mean(now - then for then, now in zip(*x)) / took
                         for x in zip(before[2:], after[2:]))
        return cost(max(x.resident_kib for x in nodes) / 1024, cpu * 100,
                    questions.statements / took / count, questions.transactions / took / count,
                    messages, count - 1, SIGNS_OF_LIFE * (count - 1))


def table(found, *more):
    """`found` are costs by the number of nodes, `more` columns of a title and its values by field."""
    columns = [(f"{n} nodes" if n > 1 else "1 node",
                {k: f"{v:.2f}" for k, v in dataclasses.asdict(x).items()}) for n, x in found.items()]
    columns += more
    print("| a node | " + " | ".join(title for title, _ in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for field, title in TITLES.items():
        print(f"| {title} | " + " | ".join(values[field] for _, values in columns) + " |")
    print(flush=True)


def idle_costs(wanted, *counts):
    """By the number of nodes, each within the budget of an idle node."""
    found = {n: watch(n, wanted.seconds) for n in counts}
    for n, x in found.items():
        budgets.at_most(f"idle memory, nodes: {n}", x.memory, MUST_MIB, " MiB")
        budgets.at_most(f"idle share of a core, nodes: {n}", x.cpu, MUST_PERCENT, " %")
    return found


def idle(wanted):
    table(idle_costs(wanted, 1, 3))
    return []


def many(wanted):
    """Eight nodes, and four times as many: what one costs stays the same."""
    few, lots = 8, 32
    found = idle_costs(wanted, few, lots)
    print(f"all of {few} and all of {lots} nodes saw each other, for {wanted.seconds:g} s")
    before, after = (dataclasses.asdict(found[n]) for n in (few, lots))
    for field in FLAT:
        budgets.at_most(f"{TITLES[field]}, {lots} / {few} nodes", after[field] / before[field],
                        MUST_GROWTH)
    growth = {x: f"{after[x] / before[x]:.2f}" if before[x] else "" for x in TITLES}
    table(found, (f"{lots} / {few}", growth))
    return []
