"""Nodes that share a history: any of them takes a submission, one executes it, none is needed."""

import http.client
import json
import signal
import socket
import time

import pytest

from conftest import DONE, FAILED, expect
from nodes import node, numbers, until

LEASE = 3


class cluster:
    def __init__(self, folder, history):
        self.folder, self.history, self.nodes = folder, history, []

    def join(self, *flags, **more):
        self.nodes.append(node(self.folder, "--cluster", "--history", self.history,
                               "--lease-ttl-secs", LEASE, "--cluster-poll-secs", 1, *flags, **more))
        return self.nodes[-1]

    def pair(self, *flags):
        """Two that know each other."""
        both = self.join(*flags), self.join(*flags)
        until(lambda: all(len(x.ready()[1]["cluster"]["members"]) == 2 for x in both),
              "two nodes that know each other")
        return both

    def pause(self, one):
        """So that the others can go on writing their history."""
        if self.history.startswith("sqlite:"):
            one.pause_without_lock(self.folder / self.history.removeprefix("sqlite:"))
        else:
            one.tell(signal.SIGSTOP)

    def owner(self, asked, run_id):
        """The node that has claimed a run last."""
        def found():
            claims = [x for x in asked.events(run_id) if x["kind"] == "claimed"]
            return claims and next((x for x in self.nodes if x.process.poll() is None
                                    and x.instance() == claims[-1]["owner"]), None)
        return until(found, "the owner of a run")

    def stop(self):
        for x in self.nodes:
            x.stop(signal.SIGKILL)


@pytest.fixture(params=["sqlite", "postgres"])
def members(request, tmp_path):
    history = ("sqlite:faucet.db" if request.param == "sqlite"
               else request.getfixturevalue("postgres").url)
    made = cluster(tmp_path, history)
    yield made
    made.stop()


def other(both, one):
    return both[1] if both[0] is one else both[0]


def count(events, kind):
    return sum(x["kind"] == kind for x in events)


def test_a_run_is_submitted_anywhere_and_seen_everywhere(members, tmp_path):
    a, b = members.pair()
    status, body = a.ask("POST", "/v1/runs", {"config": json.dumps(numbers("out.jsonl", pages=3))})
    assert (status, body["status"]) == (202, "pending")
    ended = b.await_end(body["run_id"])
    assert (ended["status"], ended["records_written"]) == ("completed", 30)
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 30
    assert count(a.events(body["run_id"]), "claimed") == 1


def test_a_node_that_is_full_leaves_runs_to_others(members):
    a, b = members.pair("--max-concurrent-runs", 1)
    runs = [a.submit(numbers(f"{i}.jsonl", pages=100, delay=50)) for i in range(2)]
    for run_id in runs:
        a.await_status(run_id, "running")
    assert {members.owner(a, x).address for x in runs} == {a.address, b.address}


def test_the_runs_of_a_node_that_was_killed_are_done_by_another(members, tmp_path):
    both = members.pair()
    run_id = both[0].submit(numbers("out.jsonl", pages=60, delay=50))
    both[0].await_status(run_id, "running")
    owner = members.owner(both[0], run_id)
    survivor = other(both, owner)
    until(lambda: "begins" in owner.ask("GET", f"/v1/runs/{run_id}/logs?format=text")[1],
          "lines that are kept")
    owner.stop(signal.SIGKILL)
    ended = survivor.await_end(run_id)
    assert ended["status"] == "completed", ended
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 600
    events = survivor.events(run_id)
    assert count(events, "claimed") == 2 and count(events, "requeued") == 1
    assert count(events, "completed") == 1
    assert ended["attempt"] == 1  # one was lost
    log = survivor.ask("GET", f"/v1/runs/{run_id}/logs?format=text")[1]
    assert "as epoch 1" in log and "as epoch 2" in log  # also of who is gone
    assert 'faucet_serve_runs_reclaimed_total{outcome="requeued"} 1' in survivor.metrics()


def test_a_run_that_kills_its_node_again_and_again_is_given_up(members):
    runs = []
    for attempt in range(2):
        one = members.join("--cluster-max-attempts", 2)
        runs = runs or [one.submit(numbers("out.jsonl", pages=10_000, delay=50))]
        until(lambda: count(one.events(runs[0]), "claimed") == attempt + 1, "another attempt")
        one.stop(signal.SIGKILL)
    last = members.join("--cluster-max-attempts", 2)
    ended = last.await_end(runs[0])
    assert ended["status"] == "failed" and "poison" in ended["error"]
    assert count(last.events(runs[0]), "claimed") == 2  # executions in all
    until(lambda: 'faucet_serve_runs_total{reason="error",status="failed"} 1' in last.metrics(),
          "a run that was given up among those that ended")
    assert 'faucet_serve_runs_reclaimed_total{outcome="failed"} 1' in last.metrics()


def test_a_node_that_leaves_hands_its_runs_back(members, tmp_path):
    both = members.pair("--shutdown-grace-secs", 1)
    run_id = both[0].submit(numbers("out.jsonl", pages=60, delay=50))
    both[0].await_status(run_id, "running")
    owner = members.owner(both[0], run_id)
    stays = other(both, owner)
    assert owner.stop() == DONE
    ended = stays.await_end(run_id)
    assert ended["status"] == "completed", ended
    assert ended["attempt"] == 0  # a hand-back is no lost attempt
    events = stays.events(run_id)
    assert count(events, "handed_back") == 1 and count(events, "requeued") == 0
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 600
    until(lambda: len(stays.ready()[1]["cluster"]["members"]) == 1, "a member that is gone")


def test_a_node_that_leaves_still_tells_how_many_runs_it_may_have(members):
    both = members.pair("--max-concurrent-runs", 3)
    run_id = both[0].submit(numbers("out.jsonl", pages=60, delay=100))
    both[0].await_status(run_id, "running")
    owner = members.owner(both[0], run_id)
    stays, told = other(both, owner), set()
    owner.tell(signal.SIGTERM)
    while owner.process.poll() is None:
        for x in stays.ready()[1]["cluster"]["members"]:
            told.add(x["max_concurrent"])
        time.sleep(0.05)
    assert told == {3}


def seconds_to_cancel_elsewhere(members, *flags):
    """From the request to a node that does not own the run, until it has ended."""
    both = members.pair(*flags)
    run_id = both[0].submit(numbers("out.jsonl", pages=10_000, delay=50))
    both[0].await_status(run_id, "running")
    asked = other(both, members.owner(both[0], run_id))
    begun = time.monotonic()
    assert asked.ask("POST", f"/v1/runs/{run_id}/cancel")[0] == 202
    assert asked.await_end(run_id)["status"] == "cancelled"
    return time.monotonic() - begun


def test_a_run_can_be_cancelled_on_any_node(members):
    assert seconds_to_cancel_elsewhere(members) < LEASE + 5


def test_a_run_waits_for_a_node_of_its_pool(members):
    gpu = members.join("--pool", "gpu")
    plain = members.join()
    until(lambda: len(plain.ready()[1]["cluster"]["members"]) == 2, "two members")
    body = {"config": json.dumps(numbers("out.jsonl")), "pool": "nowhere"}
    status, refused = plain.ask("POST", "/v1/runs", body)
    assert status == 422 and "`nowhere`" in refused["error"]["message"]
    first = plain.submit(numbers("out.jsonl"), pool="gpu")
    assert plain.await_end(first)["status"] == "completed"
    assert members.owner(plain, first) is gpu
    gpu.stop(signal.SIGKILL)
    second = plain.submit(numbers("out.jsonl"), pool="gpu")  # it is not known yet to be dead
    until(lambda: 'faucet_serve_runs_pending{pool="gpu"} 1' in plain.metrics(), "a run that waits")
    assert plain.run(second)["status"] == "pending"
    assert plain.ask("POST", f"/v1/runs/{second}/cancel")[0] in (200, 202)
    assert plain.run(second)["status"] == "cancelled"


def test_a_run_that_no_node_serves_fails_after_a_while(members):
    gpu = members.join("--pool", "gpu")
    plain = members.join("--pool-wait-timeout-secs", 1)
    until(lambda: len(plain.ready()[1]["cluster"]["members"]) == 2, "two members")
    gpu.stop(signal.SIGKILL)
    run_id = plain.submit(numbers("out.jsonl"), pool="gpu")
    ended = plain.await_end(run_id)
    assert ended["status"] == "failed"
    assert ended["error"].startswith("pool_unavailable: no live cluster member served pool `gpu`")
    text = plain.metrics()
    assert 'faucet_serve_runs_total{reason="pool_unavailable",status="failed"} 1' in text


def test_no_submission_is_lost_with_the_node_that_took_it(members):
    a, b = members.pair()
    runs = [a.submit(numbers(f"{i}.jsonl", pages=2)) for i in range(20)]
    a.stop(signal.SIGKILL)
    assert {b.await_end(x)["status"] for x in runs} == {"completed"}


def test_a_cluster_tells_how_many_it_is(members):
    a, b = members.pair()
    ready = a.ready()[1]["cluster"]
    assert ready["enabled"] is True and ready["instances"] == 2 and ready["pools"] == ["default"]
    assert {x["listen"] for x in ready["members"]} == {a.address, b.address}
    assert "faucet_serve_cluster_instances 2" in a.metrics()
    assert "faucet_serve_cluster_enabled 1" in a.metrics()


def test_each_node_tells_how_many_runs_all_of_them_have(members):
    both = members.pair("--max-concurrent-runs", 3)
    run_id = both[0].submit(numbers("out.jsonl", pages=10_000, delay=50))
    owner = members.owner(both[0], run_id)

    def told(by):
        return {m["listen"]: (m["in_flight"], m["max_concurrent"])
                for m in by.ready()[1]["cluster"]["members"]}

    for x in both:
        until(lambda: told(x) == {owner.address: (1, 3), other(both, owner).address: (0, 3)},
              "one run on one of the nodes")
    assert both[0].ask("POST", f"/v1/runs/{run_id}/cancel")[0] == 202
    for x in both:
        until(lambda: {y[0] for y in told(x).values()} == {0}, "no run")


def test_what_waits_in_the_whole_cluster_counts_for_the_queue_of_each_node(members):
    both = members.pair("--max-concurrent-runs", 1, "--max-queued-runs", 2)
    for i in range(2):
        busy = both[0].submit(numbers(f"{i}.jsonl", pages=10_000, delay=50))
        both[0].await_status(busy, "running")
    for i in range(2):
        both[0].submit(numbers(f"waits-{i}.jsonl"))
    status, refused, headers = both[1].ask_whole("POST", "/v1/runs",
                                                 {"config": json.dumps(numbers("x.jsonl"))})
    assert (status, refused["error"]["code"], headers["Retry-After"]) == (429, "queue_full", "5")
    assert both[1].ready()[0] == 503 and both[1].ready()[1]["queue_ok"] is False


def test_the_log_of_a_run_is_streamed_by_any_node(members):
    both = members.pair()
    run_id = both[0].submit(numbers("out.jsonl", pages=20, delay=50))
    asked = other(both, members.owner(both[0], run_id))
    status, streamed = asked.ask("GET", f"/v1/runs/{run_id}/logs")
    assert status == 200
    assert "claimed, as epoch 1" in streamed and "the run ends here as completed" in streamed
    assert streamed.endswith("event: end\ndata: done\n\n")


def test_a_node_that_waits_for_its_history_says_so_and_stops_waiting_on_a_signal(tmp_path, run):
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
    process = run.start("serve", "--auth-token", "x", "--cluster", "--history",
                        "postgres://nobody@127.0.0.1:1/x", "--listen", f"127.0.0.1:{port}")
    assert "waiting for the history" in process.stderr.readline()

    def status(path):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("GET", path, headers={"Authorization": "Bearer x"})
            return connection.getresponse().status
        finally:
            connection.close()

    assert [status(x) for x in ("/healthz", "/metrics", "/readyz", "/v1/runs")] == [200, 200, 503, 503]
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=10) == DONE
    process.communicate()


def test_a_node_without_cluster_does_not_start_on_the_history_of_a_cluster_that_lives(members, run,
                                                                                     tmp_path):
    one = members.join()
    run_id = one.submit(numbers("out.jsonl", pages=40, delay=50))
    one.await_status(run_id, "running")
    for _ in range(2):
        done = run("serve", "--listen", "127.0.0.1:0", "--history", members.history,
                   "--lease-ttl-secs", LEASE, timeout=30)
        expect(done, FAILED, "the history", one.address, "--cluster")
    assert one.await_end(run_id)["status"] == "completed"
    assert count(one.events(run_id), "claimed") == 1
    one.stop(signal.SIGKILL)
    alone = node(tmp_path, "--history", members.history, "--lease-ttl-secs", LEASE)
    members.nodes.append(alone)
    assert alone.run(run_id)["status"] == "completed"
    done = run("serve", "--cluster", "--listen", "127.0.0.1:0", "--history", members.history,
               "--lease-ttl-secs", LEASE, "--no-mesh", timeout=30)
    expect(done, FAILED, "the history", alone.address, "without --cluster")


def test_a_node_without_cluster_leaves_when_a_cluster_came_while_it_was_paused(members, tmp_path):
    alone = node(tmp_path, "--history", members.history, "--lease-ttl-secs", LEASE)
    members.nodes.append(alone)
    members.pause(alone)
    one = members.join()
    run_id = one.submit(numbers("out.jsonl", pages=40, delay=50))
    one.await_status(run_id, "running")
    alone.tell(signal.SIGCONT)
    assert alone.process.wait(timeout=30) == FAILED
    told = alone.text()
    assert told.count("leaving: the history: ") == 1 and one.address in told, told
    assert one.await_end(run_id)["status"] == "completed"
    assert count(one.events(run_id), "claimed") == 1
