"""Servers that stop answering while a run needs them: an interrupt ends the run nevertheless."""

import json
import os
import signal
import socket
import subprocess
import time

import psycopg2
import pytest

from conftest import CANCELLED, stop
from signals_test import SLOW, wait_for

LIMIT = 12  # seconds from the signal to the end; what is promised is about seven


@pytest.fixture
def own_redis(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        ["redis-server", "--save", "", "--bind", "127.0.0.1", "--port", str(port), "--dir",
         str(tmp_path)], stdout=subprocess.DEVNULL)
    cli = ["redis-cli", "-p", str(port)]

    def ask(*words):
        return subprocess.run([*cli, *words], capture_output=True, text=True).stdout.strip()

    wait_for(lambda: ask("ping") == "PONG")
    yield server, f"redis://127.0.0.1:{port}", ask
    server.send_signal(signal.SIGCONT)
    server.kill()
    server.wait()


def interrupt(process, again=False):
    """Exit code, standard error and seconds of a run that gets a signal, or two."""
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    if again:
        process.send_signal(signal.SIGTERM)  # two of a kind may become one on their way
    _, text = process.communicate(timeout=100)
    return process.returncode, text, time.monotonic() - start


def is_frozen(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as facts:
        return facts.read().rpartition(")")[2].split()[0] == "T"


def freeze_sessions(postgres):
    """Stops the server's processes that serve the program; gives their ids."""
    pids = [pid for pid, in postgres.rows(
        "SELECT pid FROM pg_stat_activity WHERE datname = %s AND application_name = 'faucet'",
        postgres.name)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
        wait_for(lambda pid=pid: is_frozen(pid))
    return pids


def thaw(pids):
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


ENDLESS = ("generate", {"rows": 0, "batch_size": 100, "fields": {"id": {"kind": "sequence"}}})


@pytest.mark.parametrize("again", [False, True], ids=["one signal", "two signals"])
def test_a_frozen_redis_delays_an_interrupt_by_seconds_only(run, own_redis, again):
    server, url, ask = own_redis
    run.pipeline(ENDLESS, ("jsonl", {"path": "out.jsonl", "append": True}),
                 pipeline={"state": {"type": "redis", "config": {"url": url}}})
    process = run.start("run", "pipeline.yaml")
    try:
        wait_for(lambda: ask("get", "faucet:test::row-0") != "")
        server.send_signal(signal.SIGSTOP)
        code, text, seconds = interrupt(process, again)
        assert code == CANCELLED, text
        assert seconds < (2 if again else LIMIT)
        if not again:
            assert "no answer from the redis state store" in text
        server.send_signal(signal.SIGCONT)
        assert json.loads(ask("get", "faucet:test::row-0::__lease__"))["pid"] == process.pid
    finally:
        stop(process)


def test_a_frozen_postgres_store_delays_an_interrupt_by_seconds_only(run, postgres):
    run.pipeline(ENDLESS, ("jsonl", {"path": "out.jsonl", "append": True}),
                 pipeline={"state": {"type": "postgres", "config": {
                     "url": postgres.url, "ensure_table": True}}})
    process = run.start("run", "pipeline.yaml")
    frozen = []
    try:
        wait_for(lambda: (run.folder / "out.jsonl").is_file()
                 and (run.folder / "out.jsonl").stat().st_size > 0)
        frozen = freeze_sessions(postgres)
        code, text, seconds = interrupt(process)
        assert code == CANCELLED, text
        assert seconds < LIMIT
        assert "no answer from the postgres state store" in text
    finally:
        thaw(frozen)
        stop(process)


@pytest.mark.parametrize("state", [False, True], ids=["no state", "state"])
def test_a_frozen_postgres_sink_ends_an_interrupted_run_with_130(run, postgres, state):
    postgres.execute("CREATE TABLE numbers(id bigint)")
    locking = psycopg2.connect(postgres.url)
    locking.cursor().execute("LOCK TABLE numbers")  # so that the sink is surely waiting
    run.pipeline(ENDLESS,
                 ("postgres", {"connection_url": postgres.url, "table_name": "numbers",
                               "column_mapping": "auto_map"}),
                 pipeline={"state": {"type": "file", "config": {"path": "state"}}} if state else {})
    process = run.start("run", "pipeline.yaml")
    frozen = []
    try:
        wait_for(lambda: postgres.rows("SELECT 1 FROM pg_stat_activity WHERE datname = %s AND "
                                       "application_name = 'faucet' AND wait_event_type = 'Lock'",
                                       postgres.name))
        frozen = freeze_sessions(postgres)
        code, text, seconds = interrupt(process)
        assert code == CANCELLED, text
        assert seconds < LIMIT
        assert "no answer" in text and "postgres" in text
        assert postgres.password not in text
    finally:
        thaw(frozen)
        stop(process)
        locking.close()
