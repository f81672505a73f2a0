"""A cluster of which a member is of an older release, which here is a row that its heart beats into."""

import datetime
import json
import sqlite3

from cluster_test import cluster, members  # noqa: F401  (members is a fixture)
from nodes import ENDS, numbers, until


class older_member:
    """One that tells neither formats, nor pools, nor vault keys."""

    def __init__(self, folder, history, request):
        if history.startswith("sqlite:"):
            self.connection = sqlite3.connect(folder / "faucet.db", isolation_level=None, timeout=30)
        else:
            self.connection = request.getfixturevalue("postgres").connection

    def execute(self, sql):
        cursor = self.connection.cursor()
        cursor.execute(sql)
        cursor.close()

    def beats(self):
        at = f"{datetime.datetime.utcnow():%Y-%m-%dT%H:%M:%S.%f}000Z"
        self.execute("INSERT INTO faucet_serve_instances (instance_id, started_at, last_heartbeat, "
                     f"listen, max_concurrent, in_flight) VALUES ('older', '{at}', '{at}', "
                     "'10.0.0.9:8080', 4, 0) ON CONFLICT (instance_id) DO UPDATE SET "
                     "last_heartbeat = excluded.last_heartbeat")

    def is_known_to(self, one):
        self.beats()
        return "older" in json.dumps(one.ready()[1]["cluster"]["members"])

    def dies(self):
        self.execute("DELETE FROM faucet_serve_instances WHERE instance_id = 'older'")


def remembering(name):
    made = numbers(f"{name}.jsonl", pages=3, name=name)
    made["pipeline"]["state"] = {"type": "file", "config": {"path": "state"}}
    return made


def bookmark(folder, name):
    return json.loads((folder / "state" / f"{name}%3A%3Arow-0.json").read_text())


def test_bookmarks_are_written_bare_while_a_member_of_an_older_release_lives(members, tmp_path,
                                                                             request):
    one = members.join()
    old = older_member(tmp_path, members.history, request)
    until(lambda: old.is_known_to(one), "a member that knows the older one")
    run_id = one.submit(remembering("mixed"))
    until(lambda: old.beats() or one.run(run_id)["status"] in ENDS, "the end of a run")
    assert one.run(run_id)["status"] == "completed"
    assert bookmark(tmp_path, "mixed") == 30
    old.dies()
    until(lambda: "older" not in json.dumps(one.ready()), "a cluster without the older member")
    names = iter(range(100))

    def is_enveloped():  # what the door said last may be a second old
        name = f"after-{next(names)}"
        assert one.await_end(one.submit(remembering(name)))["status"] == "completed"
        return bookmark(tmp_path, name) == {"faucet_state": 1, "owner": "generate", "schema": 0,
                                            "data": 30}
    until(is_enveloped, "bookmarks with their envelope")


def test_while_a_member_of_an_older_release_lives_only_the_default_pool_is_open_and_nothing_sealed(
        members, tmp_path, request):
    one = members.join("--vault-key", "k" * 32, "--pool", "default,gpu")
    old = older_member(tmp_path, members.history, request)
    until(lambda: old.is_known_to(one), "a member that knows the older one")
    for more in ({}, {"pool": "gpu"}):
        old.beats()
        status, refused = one.ask("POST", "/v1/runs",
                                  {"config": json.dumps(numbers("x.jsonl"))} | more)
        assert status == 422
        assert "older (10.0.0.9:8080)" in refused["error"]["message"], refused
    old.dies()
    until(lambda: "older" not in json.dumps(one.ready()), "a cluster without the older member")
    assert one.await_end(one.submit(numbers("x.jsonl"), pool="gpu"))["status"] == "completed"
