"""Clients that take their time, in numbers: they hold nobody up, and cost little."""

import contextlib
import pathlib
import resource
import socket
import time

import pytest

from nodes import numbers

MANY = 1000


@pytest.fixture
def crowd():
    """Opens connections to a node that each begin a request, and do not end it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * MANY)), hard))
    with contextlib.ExitStack() as opened:
        def gather(node):
            host, port = node.address.split(":")
            for n in range(MANY):
                one = opened.enter_context(socket.create_connection((host, int(port)), timeout=30))
                one.sendall((b"GET /v1/runs HTTP/1.1\r\nHo", b"POST /v1/runs HTTP/1.1\r\nHost: a\r\n"
                             b"Content-Length: 99\r\n\r\n{", b"")[n % 3])
        yield gather
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def resident_kib(node):
    text = pathlib.Path(f"/proc/{node.process.pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0])


def test_a_thousand_slow_clients_hold_nobody_up(serve, crowd, tmp_path):
    alone = serve()
    before = resident_kib(alone)
    crowd(alone)
    start = time.monotonic()
    assert alone.await_end(alone.submit(numbers(tmp_path / "out.jsonl")))["status"] == "completed"
    assert alone.ready()[0] == 200
    assert time.monotonic() - start < 10
    assert resident_kib(alone) - before < 64 * 1024


def test_slow_clients_leave_half_of_the_files_to_the_runs(serve, crowd, tmp_path):
    few = serve(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200)))
    crowd(few)
    for n in range(5):
        run = few.await_end(few.submit(numbers(tmp_path / f"out-{n}.jsonl")))
        assert run["status"] == "completed", run["error"]


def test_a_node_may_open_as_many_files_as_its_hard_limit_says(serve):
    alone = serve(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (500, 3000)))
    assert resource.prlimit(alone.process.pid, resource.RLIMIT_NOFILE) == (3000, 3000)
