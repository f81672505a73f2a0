"""Nodes of one cluster that talk to each other. They look for runs by themselves only twice a minute
and have leases of thirty seconds, so what happens sooner is the doing of their mesh."""

import re
import signal
import socket
import subprocess
import time

import pytest

from conftest import BAD_CONFIG, FAILED, expect
from nodes import node, numbers, until

@pytest.fixture
def cluster(tmp_path):
    started = []

    def join(*flags, poll=30):
        started.append(node(tmp_path, "--cluster", "--cluster-poll-secs", poll, "--lease-ttl-secs",
                            30, "--history", f"sqlite:{tmp_path}/history.db", *flags))
        return started[-1]

    yield join
    for x in started:
        x.stop(signal.SIGKILL)


def links(of):
    return int(re.search(r"^faucet_serve_mesh_links (\d+)", of.metrics(), re.M).group(1))


def await_links(*nodes):
    for x in nodes:
        until(lambda: links(x) == len(nodes) - 1, "links to all others")


def long_run(tmp_path, name):
    return numbers(tmp_path / f"{name}.jsonl", pages=100_000, delay=20, name=name)



def owner_first(run_id, *nodes):
    """The nodes, the one that executes the run first."""
    owner = nodes[0].await_status(run_id, "running")["owner"]
    return sorted(nodes, key=lambda x: x.instance() != owner)


def count_of(text, series):
    """What a series says; it must be there."""
    return float(re.search(rf"^{re.escape(series)} (\S+)", text, re.M).group(1))


def certificate(tmp_path, ca, name, addresses):
    """Flags of a certificate that a CA, made where there is none, has signed."""
    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=tmp_path)
    if not (tmp_path / f"{ca}.pem").exists():
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", f"{ca}.key", "-out", f"{ca}.pem", "-subj", f"/CN={ca}", "-days", 2)
    (tmp_path / "san").write_text(f"subjectAltName={addresses}\n")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            f"{name}.key", "-out", "request", "-subj", f"/CN={name}")
    openssl("x509", "-req", "-in", "request", "-CA", f"{ca}.pem", "-CAkey", f"{ca}.key",
            "-CAcreateserial", "-out", f"{name}.pem", "-days", 2, "-extfile", "san")
    return ("--mesh-ca", f"{ca}.pem", "--mesh-cert", f"{name}.pem", "--mesh-key", f"{name}.key")


# -- what the mesh makes fast -------------------------------------------------------


def test_a_full_node_has_another_start_the_run_at_once(cluster, tmp_path):
    a, b = cluster("--max-concurrent-runs", 1), cluster("--max-concurrent-runs", 1)
    await_links(a, b)
    full, other = owner_first(a.submit(long_run(tmp_path, "first")), a, b)
    begun = time.monotonic()
    second = full.submit(numbers(tmp_path / "second.jsonl"))
    assert full.await_end(second)["status"] == "completed"
    assert time.monotonic() - begun < 20
    assert full.run(second)["owner"] == other.instance()


def test_a_cancel_at_another_node_stops_the_run_at_once(cluster, tmp_path):
    a, b, c = cluster(), cluster(), cluster()
    await_links(a, b, c)
    run = b.submit(long_run(tmp_path, "long"))
    owner, other, third = owner_first(run, a, b, c)
    begun = time.monotonic()
    assert other.ask("POST", f"/v1/runs/{run}/cancel")[0] in (200, 202)
    assert third.await_end(run)["status"] == "cancelled"
    assert time.monotonic() - begun < 20
    until(lambda: count_of(owner.metrics(), "faucet_serve_cancel_latency_seconds_count") == 1,
          "a cancel that is counted where it ended the run")
    assert count_of(owner.metrics(), "faucet_serve_cancel_latency_seconds_sum") < 20
    assert count_of(owner.metrics(), "faucet_serve_claim_latency_seconds_count") == 1
    assert count_of(other.metrics(), "faucet_serve_cancel_latency_seconds_count") == 0


def test_messages_between_nodes_are_counted_at_both_ends(cluster, tmp_path):
    a, b = cluster(), cluster()
    await_links(a, b)

    def passed(of, direction):
        return count_of(of.metrics(), f'faucet_serve_mesh_messages_total{{direction="{direction}"}}')

    def await_all(more_than):
        until(lambda: passed(a, "sent") == passed(b, "received")
              and passed(b, "sent") == passed(a, "received") > more_than,
              "all that was sent to be received")

    await_all(0)
    run = a.submit(long_run(tmp_path, "long"))
    owner, other = owner_first(run, a, b)
    greeted = passed(owner, "received")
    other.ask("POST", f"/v1/runs/{run}/cancel")
    assert other.await_end(run)["status"] == "cancelled"
    assert passed(owner, "received") > greeted
    await_all(0)


def test_the_run_of_a_killed_node_goes_on_elsewhere_long_before_its_lease_ends(cluster, tmp_path):
    a, b, c = cluster(), cluster(), cluster()
    await_links(a, b, c)
    run = b.submit(long_run(tmp_path, "long"))
    owner, other, third = owner_first(run, a, b, c)
    dead = owner.instance()
    begun = time.monotonic()
    owner.stop(signal.SIGKILL)
    until(lambda: (x := other.run(run))["status"] == "running" and x["owner"] != dead,
          "another owner")
    assert time.monotonic() - begun < 20
    verdicts = other.metrics() + third.metrics()
    assert 'faucet_serve_mesh_verdicts_total{verdict="dead"} 1' in verdicts
    for x in (other, third):
        assert 'faucet_serve_mesh_connections_total{event="made"} 2' in x.metrics()
        assert 'faucet_serve_mesh_connections_total{event="lost"} 1' in x.metrics()


def test_a_node_that_was_paused_is_not_taken_for_dead(cluster, tmp_path):
    a, b = cluster(), cluster()
    await_links(a, b)
    run = b.submit(long_run(tmp_path, "long"))
    owner, other = owner_first(run, a, b)
    name = owner.instance()
    owner.pause_without_lock(tmp_path / "history.db")
    until(lambda: links(other) == 0, "a link that is given up")
    until(lambda: 'verdict="doubt"} 0' not in other.metrics(), "a doubt")
    owner.tell(signal.SIGCONT)
    await_links(a, b)
    assert other.run(run)["owner"] == name
    assert 'verdict="dead"} 0' in other.metrics()


def test_a_node_that_leaves_says_so_and_is_suspected_of_nothing(cluster, tmp_path):
    a, b = cluster(), cluster()
    await_links(a, b)
    assert b.stop() == 0
    until(lambda: links(a) == 0, "no link")
    assert a.await_end(a.submit(numbers(tmp_path / "out.jsonl")))["status"] == "completed"
    assert 'verdict="dead"} 0' in a.metrics()


def test_nodes_without_a_mesh_go_by_the_history_alone(cluster, tmp_path):
    a, b = (cluster("--no-mesh", "--max-concurrent-runs", 1, poll=1) for _ in "ab")
    a.await_status(a.submit(long_run(tmp_path, "first")), "running")
    assert a.await_end(a.submit(numbers(tmp_path / "out.jsonl")))["status"] == "completed"
    assert links(a) == links(b) == 0


# -- who is let in ------------------------------------------------------------------


def test_an_encrypted_mesh_lets_in_whom_its_ca_vouches_for(cluster, tmp_path):
    a = cluster(*certificate(tmp_path, "ours", "a", "IP:127.0.0.1"))
    b = cluster(*certificate(tmp_path, "ours", "b", "IP:127.0.0.1"))
    await_links(a, b)
    stranger = cluster(*certificate(tmp_path, "theirs", "c", "IP:127.0.0.1"))
    until(lambda: "certificate is not accepted" in stranger.text()
          or "does not accept the certificate" in stranger.text(), "a refusal")
    open_one = cluster()
    until(lambda: "no link to another node" in open_one.text()
          or "was refused" in open_one.text(), "a refusal")
    assert links(stranger) == links(open_one) == 0
    assert links(a) == links(b) == 1


def test_certificates_are_read_again_on_sighup(cluster, tmp_path):
    flags = certificate(tmp_path, "ours", "a", "IP:127.0.0.1")
    a = cluster(*flags)
    (tmp_path / "a.key").rename(tmp_path / "a.kept")
    a.tell(signal.SIGHUP)
    until(lambda: "a.key: the key cannot be read" in a.text(), "the complaint")
    (tmp_path / "a.kept").rename(tmp_path / "a.key")
    a.tell(signal.SIGHUP)
    until(lambda: "were read again" in a.text(), "the note")
    b = cluster(*certificate(tmp_path, "ours", "b", "IP:127.0.0.1"))
    await_links(a, b)


def test_whatever_is_sent_to_the_mesh_port_the_node_goes_on(cluster, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    a = cluster("--mesh", f"127.0.0.1:{port}")
    for sent in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 1_000_000, b"fctmesh\n" + b"\0" * 400,
                 b"fctmesh\n\0\1" + b"\xff" * 1_000_000):
        with socket.create_connection(("127.0.0.1", port)) as peer:
            peer.settimeout(10)
            try:
                peer.sendall(sent)
                peer.shutdown(socket.SHUT_WR)
                while peer.recv(4096):
                    pass
            except OSError:
                pass # the node has hung up
    b = cluster()
    await_links(a, b)


# -- what is refused ----------------------------------------------------------------


@pytest.mark.parametrize("flags, parts", [
    (("--mesh", "0.0.0.0:7447", "--mesh-advertise", "node:7447"),
     ("--mesh", "without TLS", "--mesh-insecure")),
    (("--mesh", "0.0.0.0:7447", "--mesh-insecure"), ("--mesh-advertise", "cannot dial")),
    (("--mesh", "7447"), ("--mesh", "no host:port")),
    (("--join", "node"), ("--join", "no host:port")),
    (("--mesh-ca", "ca.pem"), ("--mesh-cert", "belong together")),
    (("--mesh-ca", "ca.pem", "--mesh-cert", "c.pem", "--mesh-key", "c.key"),
     ("ca.pem", "cannot be read", "No such file")),
])
def test_a_mesh_that_cannot_be_is_refused(run, tmp_path, flags, parts):
    expect(run("serve", "--listen", "127.0.0.1:0", "--cluster", "--history",
               f"sqlite:{tmp_path}/history.db", *flags), BAD_CONFIG, *parts)


def test_a_mesh_without_a_cluster_is_refused(run):
    expect(run("serve", "--listen", "127.0.0.1:0", "--join", "127.0.0.1:1"), BAD_CONFIG, "--join",
           "--cluster")


def test_a_mesh_port_that_is_taken_is_named(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        expect(run("serve", "--listen", "127.0.0.1:0", "--cluster", "--history",
                   f"sqlite:{tmp_path}/history.db", "--mesh", place), FAILED, place,
               "already in use")
