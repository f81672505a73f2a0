"""What the jobs ask of nodes, by the control plane and by the events of their history."""

import contextlib
import http.client
import itertools
import json
import time

from cluster import cluster
from node import TOKEN

numbers = itertools.count()
ENDED = ("completed", "failed", "cancelled")
PAGE_DELAY_MS = 10


def config(rows):
    """A pipeline that moves ten rows a page and waits between pages: the cluster is what is measured."""
    return json.dumps({
        "version": 1, "name": "bench",
        "pipeline": {"source": {"type": "generate",
                                "config": {"rows": rows, "batch_size": 10,
                                           "page_delay_ms": PAGE_DELAY_MS if rows > 10 else 0}},
                     "sink": {"type": "jsonl", "config": {"path": f"bench-{next(numbers)}.jsonl"}}}})


TRIVIAL = 10  # rows
LONG = 10_000_000


class connection:
    """One kept-alive connection to a node."""

    def __init__(self, to):
        self.wire = http.client.HTTPConnection("127.0.0.1", to.port, timeout=30)

    def call(self, method, path, body=None):
        self.wire.request(method, path, None if body is None else json.dumps(body),
                          {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"})
        reply = self.wire.getresponse()
        text = reply.read()
        return reply.status, json.loads(text) if text else None

    def submit(self, what):
        status, reply = self.call("POST", "/v1/runs", {"config": what, "config_format": "json"})
        if status != 202:
            raise RuntimeError(f"a submission was answered with {status}: {reply}")
        return reply["run_id"]

    def wait_for(self, run, reached):
        """Until the status of a run is among these."""
        while self.call("GET", f"/v1/runs/{run}")[1]["status"] not in reached:
            time.sleep(0.001)


class three_nodes:
    """On one PostgreSQL, and a connection to each."""

    def __init__(self, nodes, server):
        self.nodes, self.server = nodes, server
        self.through = [connection(x) for x in nodes]

    def owner_of(self, run):
        """The number of the node that executes it."""
        owner = self.server.rows("SELECT owner FROM faucet_serve_runs WHERE run_id = %s", run)[0][0]
        members = self.through[0].call("GET", "/readyz")[1]["cluster"]["members"]
        listen = next(m["listen"] for m in members if m["instance_id"] == owner)
        return next(n for n, x in enumerate(self.nodes) if listen == f"127.0.0.1:{x.port}")

    def at(self, run, kind, epoch=None):
        """When an event of a run was written, in seconds by the clock of the database; None = not yet."""
        query = ("SELECT extract(epoch FROM min(at::timestamptz)) FROM faucet_serve_events"
                 " WHERE run_id = %s AND kind = %s AND epoch IS NOT DISTINCT FROM coalesce(%s, epoch)")
        return self.server.rows(query, run, kind, epoch)[0][0]


@contextlib.contextmanager
def three(flags=()):
    with cluster(3, "postgres", flags) as (nodes, server):
        yield three_nodes(nodes, server)
