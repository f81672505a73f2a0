"""Real nodes on one history, in a folder of their own, until a block ends."""

import contextlib
import pathlib
import shutil
import tempfile

from database import database
from node import node


@contextlib.contextmanager
def cluster(count, kind, flags=(), settings=()):
    """`count` nodes that see each other, on an empty history; `kind` is postgres or sqlite, `settings`
    are those of the PostgreSQL. Yields the nodes and the PostgreSQL, if there is one."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="faucet-cluster-"))
    folder.chmod(0o755)
    server = database(folder, settings=settings) if kind == "postgres" else None
    nodes = []
    try:
        if server:
            server.start()
        url = server.url if server else f"sqlite:{folder}/history.db"
        nodes = [node(n, folder, url, flags) for n in range(count)]
        for x in nodes:
            x.start()
        for x in nodes:
            x.wait_until_ready()
        nodes[0].wait_until_it_sees(count)
        yield nodes, server
    finally:
        for x in nodes:
            if x.runs:
                x.kill()
        if server and server.runs:
            server.stop_hard()
        shutil.rmtree(folder)
