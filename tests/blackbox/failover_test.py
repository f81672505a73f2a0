"""What becomes of runs whose node dies, is paused, or is told to end them by way of another."""

import json
import pathlib
import signal
import sys
import tempfile
import time

import psycopg2
import pytest

from cluster_test import (LEASE, cluster, count, members, other,  # noqa: F401  (members is a fixture)
                          seconds_to_cancel_elsewhere)
from nodes import numbers, until

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "processes"))
from database import database  # noqa: E402

on_sqlite = pytest.mark.parametrize("members", ["sqlite"], indirect=True)
on_postgres = pytest.mark.parametrize("members", ["postgres"], indirect=True)


def remembering(name, pages=60, delay=50):
    """Adds to a file, and knows how far it got."""
    made = numbers(f"{name}.jsonl", pages, delay, name)
    made["pipeline"]["sink"]["config"]["append"] = True
    made["pipeline"]["state"] = {"type": "file", "config": {"path": "state"}}
    return made


def ids(path):
    return [json.loads(line)["id"] for line in path.read_text().splitlines()]


def await_bookmark(folder, name):
    until(lambda: (folder / "state" / f"{name}%3A%3Arow-0.json").exists(), "a bookmark")


def test_a_run_goes_on_behind_its_bookmark_when_its_node_dies(members, tmp_path):
    both = members.pair()
    run_id = both[0].submit(remembering("on"))
    await_bookmark(tmp_path, "on")
    owner = members.owner(both[0], run_id)
    owner.stop(signal.SIGKILL)
    ended = other(both, owner).await_end(run_id)
    assert (ended["status"], ended["attempt"]) == ("completed", 1)
    assert ended["records_written"] < 600
    written = ids(tmp_path / "on.jsonl")
    assert sorted(set(written)) == list(range(1, 601))
    assert len(written) <= 600 + 10  # the page under way, at most


def test_a_run_that_is_cancelled_when_its_node_has_died_is_not_gone_on_with(members, tmp_path):
    """[P179]"""
    both = members.pair()
    run_id = both[0].submit(remembering("dead", pages=10_000))
    await_bookmark(tmp_path, "dead")
    owner = members.owner(both[0], run_id)
    survivor = other(both, owner)
    owner.stop(signal.SIGKILL)
    written = (tmp_path / "dead.jsonl").stat().st_size
    assert survivor.ask("POST", f"/v1/runs/{run_id}/cancel")[0] == 202
    assert survivor.await_end(run_id)["status"] == "cancelled"
    assert count(survivor.events(run_id), "started") == 1
    assert (tmp_path / "dead.jsonl").stat().st_size == written


def test_a_node_that_died_is_counted_no_more_once_its_lease_has_ended(members):
    a, b = members.pair()
    b.stop(signal.SIGKILL)
    begun = time.monotonic()
    until(lambda: a.ready()[1]["cluster"]["instances"] == 1, "a cluster of one")
    assert time.monotonic() - begun < LEASE + 5
    assert [x["listen"] for x in a.ready()[1]["cluster"]["members"]] == [a.address]
    until(lambda: "faucet_serve_cluster_instances 1" in a.metrics(), "a cluster of one")


def into_a_table(postgres, name, pages, delay):
    made = numbers("unused", pages, delay, name)
    made["pipeline"]["sink"] = {"type": "postgres", "config": {
        "connection_url": postgres.url, "table_name": name, "column_mapping": "auto_map",
        "write_mode": "upsert", "key": ["id"]}}
    return made


@on_postgres
def test_a_node_that_was_paused_for_longer_than_its_lease_ends_nothing(members, postgres):
    """[P230]"""
    both = members.pair()
    run_id = both[0].submit(into_a_table(postgres, "paused", pages=100, delay=50))
    both[0].await_status(run_id, "running")
    owner = members.owner(both[0], run_id)
    heir = other(both, owner)
    name = owner.instance()
    owner.tell(signal.SIGSTOP)
    try:
        until(lambda: (x := heir.run(run_id))["status"] == "running" and x["owner"] != name,
              "an heir")
    finally:
        owner.tell(signal.SIGCONT)
    ended = owner.await_end(run_id)
    assert (ended["status"], ended["owner"], ended["epoch"]) == ("completed", heir.instance(), 2)
    events = owner.events(run_id)
    assert count(events, "completed") == 1 and count(events, "requeued") == 1
    assert postgres.rows("SELECT count(*), min(id), max(id) FROM paused") == [(1000, 1, 1000)]
    again = owner.submit(numbers("again.jsonl"))  # it is a member as before
    assert owner.await_end(again)["status"] == "completed"


@on_postgres
def test_a_node_that_was_paused_writes_nothing_more_when_its_lease_has_ended(members, tmp_path):
    both = members.pair()
    run_id = both[0].submit(remembering("paused"))
    await_bookmark(tmp_path, "paused")
    owner = members.owner(both[0], run_id)
    heir = other(both, owner)
    owner.tell(signal.SIGSTOP)
    try:
        assert heir.await_end(run_id)["status"] == "completed"
        written = ids(tmp_path / "paused.jsonl")
    finally:
        owner.tell(signal.SIGCONT)
    assert sorted(set(written)) == list(range(1, 601))
    until(lambda: "faucet_serve_runs_in_flight 0" in owner.metrics(),
          "a node that has dropped the run")
    assert ids(tmp_path / "paused.jsonl") == written
    assert heir.run(run_id)["owner"] == heir.instance()


@on_postgres
@pytest.mark.parametrize("mode", ["append", "overwrite"])
def test_the_next_owner_of_a_run_waits_for_the_file_that_a_paused_one_holds(mode, members, tmp_path):
    both = members.pair()
    config = numbers("held.jsonl", 60, 50, "held")
    config["pipeline"]["sink"] = {"type": "file", "config": {"path": "held.jsonl", "write_mode": mode}}
    run_id = both[0].submit(config)
    until(lambda: any(tmp_path.rglob("held.jsonl.faucet-tmp")), "a file that is being written")
    owner = members.owner(both[0], run_id)
    heir = other(both, owner)
    owner.tell(signal.SIGSTOP)
    try:
        until(lambda: "waits for an earlier owner"
              in heir.ask("GET", f"/v1/runs/{run_id}/logs?format=text")[1],
              "an heir that waits")
    finally:
        owner.tell(signal.SIGCONT)
    ended = heir.await_end(run_id)
    assert (ended["status"], ended["epoch"]) == ("completed", 2), ended
    assert ids(tmp_path / "held.jsonl") == list(range(1, 601))
    assert not any(tmp_path.rglob("held.jsonl.faucet-tmp"))
    assert not any(tmp_path.glob(".faucet-overwrite-*"))


@on_sqlite
def test_without_a_mesh_a_cancel_reaches_another_node_with_its_next_look(members):
    took = seconds_to_cancel_elsewhere(members, "--no-mesh")
    assert took < 1 + 5  # --cluster-poll-secs, and what a busy machine takes


def test_a_run_that_is_cancelled_at_another_node_ends_at_a_page_boundary(members, tmp_path):
    both = members.pair()
    run_id = both[0].submit(remembering("cut", pages=10_000))
    await_bookmark(tmp_path, "cut")
    asked = other(both, members.owner(both[0], run_id))
    assert asked.ask("POST", f"/v1/runs/{run_id}/cancel")[0] == 202
    ended = asked.await_end(run_id)
    assert ended["status"] == "cancelled"
    written = ids(tmp_path / "cut.jsonl")
    assert written == list(range(1, len(written) + 1))
    assert len(written) == ended["records_written"] and len(written) % 10 == 0
    kept = json.loads((tmp_path / "state" / "cut%3A%3Arow-0.json").read_text())
    assert kept["data"] == len(written)


# -- a history that goes away -------------------------------------------------------


@pytest.fixture
def fragile(tmp_path):
    """A cluster whose history can be stopped."""
    with tempfile.TemporaryDirectory(prefix="faucet-history-") as folder:
        pathlib.Path(folder).chmod(0o755)  # for the owner of the server
        server = database(pathlib.Path(folder))
        server.start()
        made = cluster(tmp_path, server.url)
        made.server = server
        yield made
        made.stop()
        if server.runs:
            server.stop_hard()


def test_while_its_history_is_away_a_node_executes_nothing_and_then_goes_on(fragile, tmp_path):
    """[P199] [P200]"""
    one = fragile.join()
    run_id = one.submit(remembering("out", pages=200))
    await_bookmark(tmp_path, "out")
    assert "faucet_serve_history_unreachable 0" in one.metrics()
    fragile.server.stop_hard()
    until(lambda: "faucet_serve_history_unreachable 1" in one.metrics(), "a history that is missed")
    status, ready = until(lambda: (x := one.ready())[0] == 503 and x, "a node that is not ready")
    assert (ready["status"], ready["history_ok"]) == ("not_ready", False)
    body = {"config": json.dumps(numbers("lost.jsonl"))}
    status, refused = one.ask("POST", "/v1/runs", body)
    assert (status, refused["error"]["code"]) == (503, "unavailable")
    out = tmp_path / "out.jsonl"
    sizes = []

    def stands_still():  # for half a lease
        sizes.append((time.monotonic(), out.stat().st_size))
        return (sizes[-1][0] - sizes[0][0] > LEASE
                and sizes[-1][1] == next(s for t, s in sizes if t >= sizes[-1][0] - LEASE / 2))

    until(stands_still, "a run that has stopped")
    stopped_at = len(ids(out))
    assert stopped_at < 2000
    fragile.server.start()
    until(lambda: one.ready()[0] == 200, "a node that is ready again")
    until(lambda: "faucet_serve_history_unreachable 0" in one.metrics(), "a history that answers")
    ended = one.await_end(run_id)
    assert (ended["status"], ended["attempt"]) == ("completed", 0), ended
    events = one.events(run_id)
    assert count(events, "handed_back") == 1 and count(events, "cancelled") == 0
    assert count(events, "claimed") == 2
    assert ended["records_written"] < 2000  # it went on behind its bookmark
    assert sorted(set(ids(out))) == list(range(1, 2001))
    assert [x["run_id"] for x in one.get("/v1/runs")["runs"]] == [run_id]  # nothing in memory


def test_a_cancelled_run_may_flush_for_longer_than_five_seconds(serve, postgres):
    """[P208]"""
    one = serve()
    run_id = one.submit(into_a_table(postgres, "slow", pages=10_000, delay=50))
    until(lambda: postgres.rows("SELECT to_regclass('slow')") != [(None,)]
          and postgres.rows("SELECT count(*) FROM slow") > [(0,)], "a page")
    with psycopg2.connect(postgres.url) as other_one, other_one.cursor() as cursor:
        cursor.execute("LOCK TABLE slow IN SHARE MODE")
        (before,), = postgres.rows("SELECT count(*) FROM slow")
        until(lambda: postgres.rows("SELECT 1 FROM pg_locks WHERE NOT granted "
                                    "AND relation = 'slow'::regclass"), "a page that must wait")
        assert one.ask("POST", f"/v1/runs/{run_id}/cancel")[0] == 202
        begun = time.monotonic()
        until(lambda: time.monotonic() - begun > 7 or one.run(run_id)["status"] != "running",
              "seven seconds")
        assert one.run(run_id)["status"] == "running"
    other_one.close()
    ended = one.await_end(run_id)
    assert ended["status"] == "cancelled"
    (after,), = postgres.rows("SELECT count(*) FROM slow")
    assert before < after == ended["records_written"]
