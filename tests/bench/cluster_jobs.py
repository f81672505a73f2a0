"""What a cluster of real nodes costs and how fast it answers."""

import concurrent.futures
import http.client
import itertools
import json
import os
import pathlib
import re
import statistics
import threading
import time
import urllib.request

from cluster import cluster
from node import TOKEN

TICKS = os.sysconf("SC_CLK_TCK")
numbers = itertools.count()
ENDED = ("completed", "failed", "cancelled")


def config(rows, page_delay_ms=0):
    """A pipeline that hardly moves anything: what is measured is the cluster."""
    return json.dumps({
        "version": 1, "name": "bench",
        "pipeline": {"source": {"type": "generate",
                                "config": {"rows": rows, "batch_size": 10,
                                           "page_delay_ms": page_delay_ms}},
                     "sink": {"type": "jsonl", "config": {"path": f"bench-{next(numbers)}.jsonl"}}}})


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

    def run(self, which):
        return self.call("GET", f"/v1/runs/{which}")[1]


def wait_for(to, run, reached, pause=0.001):
    """The record of a run once its status is among these; polls."""
    while (record := to.run(run))["status"] not in reached:
        time.sleep(pause)
    return record


def seconds_between(server, run, first, then, epoch=None):
    """Between two events of a run, by the clock of the database."""
    more = "" if epoch is None else f" AND epoch = {int(epoch)}"
    query = ("SELECT extract(epoch FROM (SELECT min(at::timestamptz) FROM faucet_serve_events"
             f" WHERE run_id = %s AND kind = %s{more}) - (SELECT min(at::timestamptz)"
             " FROM faucet_serve_events WHERE run_id = %s AND kind = %s))")
    return float(server.rows(query, run, then, run, first)[0][0])


def submit_to_started(times=50):
    with cluster(3, "postgres") as (nodes, server):
        through = [connection(x) for x in nodes]
        found = []
        for n in range(times):
            run = through[n % 3].submit(config(10))
            wait_for(through[n % 3], run, ENDED)
            found.append(seconds_between(server, run, "submitted", "started") * 1000)
        return found


def cancel_elsewhere(times=30):
    """From the cancel on a node that does not own the run until it has ended, milliseconds."""
    with cluster(3, "postgres") as (nodes, server):
        by_instance = {}
        through = [connection(x) for x in nodes]
        for x, to in zip(nodes, through):
            listen = f"127.0.0.1:{x.port}"
            for member in to.call("GET", "/readyz")[1]["cluster"]["members"]:
                if member["listen"] == listen:
                    by_instance[member["instance_id"]] = x
        found = []
        for n in range(times):
            run = through[n % 3].submit(config(10_000_000, 10))
            wait_for(through[n % 3], run, ("running",))
            owner = by_instance[server.rows(
                "SELECT owner FROM faucet_serve_runs WHERE run_id = %s", run)[0][0]]
            other = through[(nodes.index(owner) + 1) % 3]
            start = time.perf_counter()
            other.call("POST", f"/v1/runs/{run}/cancel")
            wait_for(other, run, ENDED)
            found.append((time.perf_counter() - start) * 1000)
        return found


def move_of_a_run(end, times=5, flags=()):
    """Seconds from the end of the owner (kill or terminate) until another has claimed its run."""
    found = []
    for _ in range(times):
        with cluster(3, "postgres", flags) as (nodes, server):
            to = connection(nodes[0])
            run = to.submit(config(10_000_000, 10))
            wait_for(to, run, ("running",))
            owner = server.rows("SELECT owner FROM faucet_serve_runs WHERE run_id = %s", run)[0][0]
            members = to.call("GET", "/readyz")[1]["cluster"]["members"]
            listen = next(m["listen"] for m in members if m["instance_id"] == owner)
            dying = next(x for x in nodes if listen.endswith(f":{x.port}"))
            start = time.perf_counter()
            dying.kill() if end == "kill" else threading.Thread(target=dying.terminate).start()
            while not server.rows("SELECT 1 FROM faucet_serve_events WHERE run_id = %s"
                                  " AND kind = 'claimed' AND epoch = 2", run):
                time.sleep(0.01)
            found.append(time.perf_counter() - start)
            if end != "kill":
                while dying.runs:
                    time.sleep(0.05)
    return found


def throughput(count, kind, runs):
    """Trivial runs a second, submissions included, and what the history was asked for."""
    with cluster(count, kind, ("--max-queued-runs", 2 * runs)) as (nodes, server):
        wires = threading.local()
        what = config(10)

        def one(n):
            if not hasattr(wires, "to"):
                wires.to = [connection(x) for x in nodes]
            return wires.to[n % count].submit(what)

        before = transactions(server)
        start = time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(one, range(runs)))
        submitted = time.perf_counter() - start
        to = connection(nodes[0])
        while sum(to.call("GET", "/v1/runs?counts=true&limit=1")[1]["counts"].get(s, 0)
                  for s in ENDED) < runs:
            time.sleep(0.02)
        took = time.perf_counter() - start
        return runs / took, runs / submitted, (transactions(server) - before) / runs


def transactions(server):
    if server is None:
        return 0
    time.sleep(1.1)  # the server tells its statistics once a second
    return server.rows("SELECT xact_commit + xact_rollback FROM pg_stat_database"
                       " WHERE datname = current_database()")[0][0]


def idle(count, seconds=20):
    """Per node: share of a core, MiB resident, and transactions a second of the history."""
    with cluster(count, "postgres") as (nodes, server):
        wait_until_all_linked(nodes)
        before, asked = [cpu_of(x) for x in nodes], transactions(server)
        start = time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - start
        cpu = [(cpu_of(x) - y) / took for x, y in zip(nodes, before)]
        memory = [x.resident_kib / 1024 for x in nodes]
        return max(cpu), max(memory), (transactions(server) - asked) / (took + 1.1) / count


def wait_until_all_linked(nodes):
    """Every node has a link to every other, and sees it in the history."""
    for x in nodes:
        x.wait_until_it_sees(len(nodes))
        while links_of(x) < len(nodes) - 1:
            time.sleep(0.1)


def links_of(x):
    with urllib.request.urlopen(f"http://127.0.0.1:{x.port}/metrics", timeout=30) as reply:
        return float(re.search(r"^faucet_serve_mesh_links (\S+)", reply.read().decode(), re.M).group(1))


def cpu_of(x):
    fields = pathlib.Path(f"/proc/{x.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def summary(values):
    return f"median {statistics.median(values):.1f}, 99th percentile {percentile(values, 0.99):.1f}"
