"""Real nodes for the tests from outside."""

import contextlib
import http.client
import json
import re
import select
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.parse

from conftest import PROGRAM, faucet

TOKEN = "a-token-of-the-tests"
ENDS = ("completed", "failed", "cancelled")
DEADLINE = 40


def until(found, what, seconds=DEADLINE):
    """What `found` returns once that is true."""
    end = time.monotonic() + seconds
    while True:
        result = found()
        if result:
            return result
        assert time.monotonic() < end, f"{what} within {seconds} s"
        time.sleep(0.02)


def can_be_written(database):
    """By one who waits for no lock."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=rw", uri=True, timeout=0,
                                            isolation_level=None)) as one:
        try:
            one.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as refused:
            assert "locked" in str(refused), refused
            return False
        one.execute("ROLLBACK")
        return True


class node:
    """A node in a folder, on a free port; ready once this is made."""

    def __init__(self, folder, *flags, env=None, token=TOKEN, preexec_fn=None):
        self.folder, self.token = folder, token
        self.log = folder / f"node-{time.monotonic_ns()}.log"
        more = {"FAUCET_SERVE_AUTH_TOKEN": token} if token else {}
        with open(self.log, "wb") as out:
            self.process = subprocess.Popen(
                [PROGRAM, "serve", "--listen", "127.0.0.1:0", *map(str, flags)], cwd=folder,
                stdin=subprocess.DEVNULL, stdout=out, stderr=out, preexec_fn=preexec_fn,
                env=faucet.environment(more | (env or {})))
        self.url = until(self.announced, "a node that listens")
        if not token and (folder / "faucet.token").exists():
            self.token = (folder / "faucet.token").read_text().strip()

    def announced(self):
        found = re.search(r"listening on (http://\S+)", self.text())
        assert found or self.process.poll() is None, self.text()
        return found and found.group(1)

    def text(self):
        return self.log.read_text(errors="replace")

    @property
    def address(self):
        return urllib.parse.urlsplit(self.url).netloc

    def ask(self, method, path, body=None, token=None, headers=None):
        """Status and what the body says: JSON where it is that, else text."""
        return self.ask_whole(method, path, body, token, headers)[:2]

    def ask_whole(self, method, path, body=None, token=None, headers=None):
        """The same with the headers of the reply."""
        token = self.token if token is None else token
        sent = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            sent["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection = http.client.HTTPConnection(self.address, timeout=30)
        try:
            connection.request(method, path, body, sent | (headers or {}))
            reply = connection.getresponse()
            text = reply.read().decode()
        finally:
            connection.close()
        is_json = "json" in (reply.getheader("Content-Type") or "") and "jsonl" not in path
        return reply.status, json.loads(text) if is_json and text else text, reply.headers

    def get(self, path):
        status, body = self.ask("GET", path)
        assert status == 200, (status, body)
        return body

    def submit(self, config, **more):
        """The id of the run."""
        end = time.monotonic() + DEADLINE
        while True:
            status, body = self.ask("POST", "/v1/runs", {"config": json.dumps(config)} | more)
            if status != 503 or body["error"]["code"] != "unavailable" or time.monotonic() > end:
                break
            time.sleep(0.1)  # a busy disk holds up the history for longer than a short lease bears
        assert status == 202, (status, body)
        return body["run_id"]

    def run(self, run_id):
        return self.get(f"/v1/runs/{run_id}")

    def await_status(self, run_id, *statuses):
        return until(lambda: (x := self.run(run_id))["status"] in statuses and x,
                     f"run {run_id} {' or '.join(statuses)}")

    def await_end(self, run_id):
        return self.await_status(run_id, *ENDS)

    def events(self, run_id):
        body = self.get(f"/v1/runs/{run_id}/events")
        return body["events"] if isinstance(body, dict) else body

    def ready(self):
        return self.ask("GET", "/readyz")

    def instance(self):
        """Its name in the cluster, once it is there."""
        def mine():
            members = self.ready()[1]["cluster"]["members"]
            return next((m["instance_id"] for m in members if m["listen"] == self.address), None)
        return until(mine, "a member that the cluster knows")

    def metrics(self):
        return self.ask("GET", "/metrics")[1]

    def tell(self, which):
        self.process.send_signal(which)

    def pause_without_lock(self, history):
        """At a moment in which it holds no lock of a SQLite history."""
        def paused():
            self.tell(signal.SIGSTOP)
            if can_be_written(history):
                return True
            self.tell(signal.SIGCONT)
            return False
        until(paused, "a node that holds no lock")

    def stop(self, which=signal.SIGTERM):
        """The exit code."""
        if self.process.poll() is None:
            self.process.send_signal(which)
        return self.process.wait(timeout=60)


class gate:
    """A port before another; held, it accepts connections and lets nothing pass."""

    def __init__(self, host, port):
        self.target, self.passes, self.open = (host, port), threading.Event(), True
        self.passes.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while self.open:
            try:
                inner, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(inner,), daemon=True).start()

    def carry(self, inner):
        self.passes.wait()
        with inner, socket.create_connection(self.target) as outer:
            while self.open:
                for ready in select.select([inner, outer], [], [], 1)[0]:
                    self.passes.wait()
                    try:
                        data = ready.recv(65536)
                        (outer if ready is inner else inner).sendall(data)
                    except OSError:
                        return
                    if not data:
                        return

    def hold(self):
        self.passes.clear()

    def close(self):
        self.open = False
        self.passes.set()
        self.listener.close()


def numbers(path, pages=1, delay=0, name="numbers"):
    """A pipeline that writes pages of ten numbers, one each `delay` milliseconds."""
    return {"version": 1, "name": name,
            "pipeline": {"source": {"type": "generate",
                                    "config": {"rows": pages * 10, "batch_size": 10,
                                               "page_delay_ms": delay}},
                         "sink": {"type": "jsonl", "config": {"path": str(path)}}}}


def shop(folder):
    """A pipeline that counts whatever a row can: ten orders into a table that bears no id 3."""
    source = sqlite3.connect(folder / "orders.db")
    source.execute("CREATE TABLE orders(id INTEGER, at INTEGER)")
    source.executemany("INSERT INTO orders VALUES (?, ?)", [(i, i) for i in range(1, 11)])
    source.commit()
    sink = sqlite3.connect(folder / "shop.db")
    sink.execute("CREATE TABLE orders(id INTEGER CHECK (id <> 3))")
    sink.commit()
    return {"version": 1, "name": "shop", "pipeline": {
        "source": {"type": "sqlite", "config": {
            "database_url": f"sqlite:{folder}/orders.db", "batch_size": 5,
            "query": "SELECT id, at FROM orders",
            "replication": {"type": "incremental", "column": "at", "initial_value": 1}}},
        "transforms": [{"type": "select", "config": {"fields": ["id"]}}],
        "sink": {"type": "sqlite", "config": {"database_url": f"sqlite:{folder}/shop.db",
                                              "table_name": "orders",
                                              "column_mapping": "auto_map"}},
        "state": {"type": "file", "config": {"path": str(folder / "state")}},
        "dlq": {"sink": {"type": "jsonl", "config": {"path": str(folder / "dead.jsonl")}}}}}
