"""Submits runs to whichever node answers, cancels some, and remembers what was answered."""

import http.client
import json
import random
import threading
import time
import uuid

TABLE = "chaos_rows"
LATEST = 6  # of these one may be cancelled; what is older has ended
KINDS = ("append", "append", "upsert", "sqlite", "slow")


def prepare(database):
    """The table that the runs write to. Each row says which session wrote it, and when."""
    with database.connection() as cursor:
        cursor.execute(
            f"CREATE TABLE {TABLE} (run text, id bigint, v text,"
            " wrote text NOT NULL DEFAULT current_setting('application_name'),"
            " at timestamptz NOT NULL DEFAULT clock_timestamp(), seq bigserial)")
        cursor.execute(f"CREATE TABLE {TABLE}_upsert (LIKE {TABLE} INCLUDING ALL,"
                       " PRIMARY KEY (run, id))")


class run:
    """One submission. `accepted` is the id that a node answered with 202."""

    def __init__(self, kind, rows):
        self.kind, self.rows = kind, rows
        self.tag = uuid.uuid4().hex
        self.accepted = None
        self.cancel_answered = False

    def pipeline(self, url, folder):
        fields = {"run": {"kind": "constant", "value": self.tag}, "id": {"kind": "sequence"},
                  "v": {"kind": "string", "length": 20}}
        source = {"rows": self.rows, "batch_size": 50, "fields": fields,
                  "page_delay_ms": 500 if self.kind == "slow" else 20}
        sink = {"type": "postgres",
                "config": {"connection_url": url, "table_name": TABLE, "create_table": False,
                           "column_mapping": "auto_map"}}
        if self.kind == "upsert":
            sink["config"] |= {"table_name": f"{TABLE}_upsert", "write_mode": "upsert",
                               "key": ["run", "id"]}
        if self.kind == "sqlite":
            sink = {"type": "sqlite",
                    "config": {"database_url": f"sqlite:{folder}/{self.tag}.db",
                               "table_name": "rows", "column_mapping": "auto_map"}}
        return {"version": 1, "name": self.tag,
                "pipeline": {"source": {"type": "generate", "config": source}, "sink": sink,
                             "state": {"type": "postgres",
                                       "config": {"connection_url": url,
                                                  "ensure_table": True}}}}


class workload:
    """A thread that submits until it is stopped; what an outage kept it from it makes up for behind it."""

    def __init__(self, nodes, url, folder, seed, runs, pause):
        self.nodes, self.url, self.folder = nodes, url, folder
        self.dice = random.Random(seed)
        self.pause = pause
        self.runs = [run(self.dice.choice(KINDS), self.dice.choice((100, 400, 1000)))
                     for _ in range(runs)]
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._submit_all)
        self.refusals = {}

    def start(self):
        self.thread.start()

    def join(self):
        self.thread.join()

    def stop(self):
        self.stopping.set()
        self.thread.join()

    def _submit_all(self):
        due, accepted = time.monotonic(), []
        for following in self.runs:
            while not self._submit(following):
                if self.stopping.wait(0.2):
                    return
            accepted.append(following)
            if self.dice.random() < 0.15:
                self._cancel(self.dice.choice(accepted[-LATEST:]))
            due += self.dice.uniform(0, 2 * self.pause)
            if self.stopping.wait(max(0, due - time.monotonic())):
                return

    def _submit(self, what):
        body = {"config": json.dumps(what.pipeline(self.url, self.folder)), "config_format": "json",
                "idempotency_key": what.tag}
        status, reply = self._ask("POST", "/v1/runs", body)
        if status == 202:
            what.accepted = reply["run_id"]
            return True
        key = (status, str((reply or {}).get("error", {}).get("message")))
        self.refusals[key] = self.refusals.get(key, 0) + 1
        return False

    def _cancel(self, what):
        what.cancel_answered = self._ask("POST", f"/v1/runs/{what.accepted}/cancel")[0] == 202

    def _ask(self, method, path, body=None):
        able = [x for x in self.nodes if x.answers]
        if not able:
            return None, None
        try:
            return self.dice.choice(able).call(method, path, body)
        except (OSError, http.client.HTTPException):
            return None, None
