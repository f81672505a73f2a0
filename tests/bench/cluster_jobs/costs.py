"""What nodes and their history spend."""

import dataclasses
import os
import pathlib
import re
import time
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")
MESSAGES = "faucet_serve_mesh_messages_total"
# Settings of a PostgreSQL that counts what it is asked.
COUNTED = ("shared_preload_libraries=pg_stat_statements",)


@dataclasses.dataclass
class questions:
    """To a history, since it began."""
    statements: int  # BEGIN and COMMIT are some
    transactions: int

    def __sub__(self, before):
        return questions(self.statements - before.statements,
                         self.transactions - before.transactions)


def asked(server):
    """Of a PostgreSQL that was started with `COUNTED`."""
    server.rows("CREATE EXTENSION IF NOT EXISTS pg_stat_statements; SELECT 1")
    time.sleep(1.1)  # sessions tell of their transactions once a second
    statements = server.rows("SELECT sum(calls)::bigint FROM pg_stat_statements")[0][0]
    transactions = server.rows("SELECT xact_commit + xact_rollback FROM pg_stat_database"
                               " WHERE datname = current_database()")[0][0]
    return questions(statements, transactions)


def cpu_seconds(x):
    """That a node has used since it began."""
    fields = pathlib.Path(f"/proc/{x.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def metric(x, name, label=""):
    """What a node says of one of its metrics, all its labels together, or those of one label."""
    with urllib.request.urlopen(f"http://127.0.0.1:{x.port}/metrics", timeout=30) as reply:
        found = re.findall(rf"^{name}(?:{{[^}}]*{label}[^}}]*}})? (\S+)$", reply.read().decode(), re.M)
    if not found:
        raise RuntimeError(f"node {x.number} has no metric {name}")
    return sum(map(float, found))
