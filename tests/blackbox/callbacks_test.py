"""Callbacks: who is told that a run has ended, whoever ended it."""

import http.server
import json
import signal
import socket
import threading

import pytest

from nodes import numbers, until


class listener:
    """A server that keeps what it is sent, and answers with the next of some statuses, then 200."""

    def __init__(self, *statuses):
        self.heard, statuses = [], list(statuses)
        outer = self

        class handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.heard.append(json.loads(body) | {"to": self.path, "by": self.command})
                status = statuses.pop(0) if statuses else 200
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", outer.url + "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_POST = do_PUT = answer

            def log_message(self, *what):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def of(self, run):
        return [x for x in self.heard if x["run_id"] == run]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def hook():
    opened = []

    def start(*statuses):
        opened.append(listener(*statuses))
        return opened[-1]

    yield start
    for x in opened:
        x.close()


def shared(tmp_path, *more):
    return ("--cluster", "--history", f"sqlite:{tmp_path / 'history.db'}", "--lease-ttl-secs", 3,
            "--cluster-poll-secs", 1, *more)


def await_call(hook, run, count=1):
    return until(lambda: len(x := hook.of(run)) >= count and x, f"{count} calls for {run}")


def test_a_callback_tells_of_a_run_that_completed(serve, hook, tmp_path):
    told, alone = hook(), serve()
    run = alone.submit(numbers(tmp_path / "out.jsonl"), name="sales", labels={"team": "a"},
                       callback={"url": told.url + "/x?y=1", "extra_fields": {"channel": [1.50]}})
    (heard,) = await_call(told, run)
    shown = alone.run(run)
    assert heard["event"] == "run.completed"
    assert heard["to"] == "/x?y=1"
    assert heard["channel"] == [1.5]
    for field in ("run_id", "name", "labels", "status", "submitted_at", "started_at",
                  "finished_at", "elapsed_secs", "records_written", "error", "attempt"):
        assert heard[field] == shown[field], field


def test_a_callback_is_made_by_the_method_that_was_asked_for(serve, hook, tmp_path):
    told, alone = hook(), serve()
    plain = alone.submit(numbers(tmp_path / "a.jsonl"), callback={"url": told.url})
    put = alone.submit(numbers(tmp_path / "b.jsonl"), callback={"url": told.url, "method": "PUT"})
    assert await_call(told, plain)[0]["by"] == "POST"
    assert await_call(told, put)[0]["by"] == "PUT"


def test_a_receiver_that_does_not_answer_holds_up_no_other(serve, hook, tmp_path):
    told, alone = hook(), serve()
    silent = socket.create_server(("127.0.0.1", 0))
    with silent:
        port = silent.getsockname()[1]
        alone.submit(numbers(tmp_path / "a.jsonl"), callback={"url": f"http://127.0.0.1:{port}/"})
        silent.settimeout(30)
        held, _ = silent.accept()
        with held:
            run = alone.submit(numbers(tmp_path / "b.jsonl"), callback={"url": told.url})
            await_call(told, run)
            held.setblocking(False)
            assert held.recv(65536).startswith(b"POST / ")  # and is still waited for
            with pytest.raises(BlockingIOError):
                held.recv(1)


def test_a_callback_is_made_only_of_the_ends_that_were_asked_for(serve, hook, tmp_path):
    told, alone = hook(), serve()
    silent = alone.submit(numbers(tmp_path / "a.jsonl"),
                          callback={"url": told.url, "on": ["failed", "cancelled"]})
    alone.await_end(silent)
    run = alone.submit(numbers(tmp_path / "b.jsonl"), callback={"url": told.url})
    await_call(told, run)
    assert told.of(silent) == []


def test_a_callback_that_is_refused_is_made_three_times_and_follows_no_redirect(serve, hook,
                                                                                tmp_path):
    told, alone = hook(500, 302, 503), serve()
    run = alone.submit(numbers(tmp_path / "out.jsonl"),
                       callback={"url": told.url + "/capability"})
    heard = await_call(told, run, 3)
    until(lambda: "is given up" in alone.text(), "a callback that is given up")
    assert [x["to"] for x in told.of(run)] == ["/capability"] * 3
    assert "capability" not in alone.text()
    assert heard[0] == heard[1] == heard[2]


def test_a_callback_is_made_of_a_run_that_was_cancelled_while_it_waited(serve, hook, tmp_path):
    told, one = hook(), serve(*shared(tmp_path, "--max-concurrent-runs", 1))
    busy = one.submit(numbers(tmp_path / "busy.jsonl", pages=2000, delay=50))
    one.await_status(busy, "running")
    run = one.submit(numbers(tmp_path / "out.jsonl"), callback={"url": told.url})
    assert one.ask("POST", f"/v1/runs/{run}/cancel")[0] in (200, 202)
    (heard,) = await_call(told, run)
    assert heard["event"] == "run.cancelled"
    assert heard["started_at"] is None


def test_a_callback_is_made_of_a_run_that_no_node_served(serve, hook, tmp_path):
    told = hook()
    gpu = serve(*shared(tmp_path, "--pool", "gpu"))
    plain = serve(*shared(tmp_path, "--pool-wait-timeout-secs", 1))
    until(lambda: len(plain.ready()[1]["cluster"]["members"]) == 2, "two members")
    gpu.stop(signal.SIGKILL)
    run = plain.submit(numbers(tmp_path / "out.jsonl"), pool="gpu", callback={"url": told.url})
    (heard,) = await_call(told, run)
    assert heard["event"] == "run.failed"
    assert heard["error"].startswith("pool_unavailable: ")


def test_another_node_makes_the_callback_of_a_run_whose_owner_was_killed(serve, hook, tmp_path):
    told, first = hook(), serve(*shared(tmp_path, "--cluster-max-attempts", 1))
    run = first.submit(numbers(tmp_path / "out.jsonl", pages=2000, delay=50),
                       callback={"url": told.url, "on": ["failed"]})
    first.await_status(run, "running")
    first.stop(signal.SIGKILL)
    serve(*shared(tmp_path, "--cluster-max-attempts", 1))
    (heard,) = await_call(told, run)
    assert heard["event"] == "run.failed"
    assert heard["error"]


def test_a_callback_that_a_node_died_over_is_made_by_the_next(serve, hook, tmp_path):
    first = serve(*shared(tmp_path))
    told = hook(*[500] * 2)
    run = first.submit(numbers(tmp_path / "out.jsonl"), callback={"url": told.url})
    await_call(told, run)
    first.stop(signal.SIGKILL)
    serve(*shared(tmp_path))
    heard = until(lambda: len(x := told.of(run)) >= 2 and x, "the callback made again", 60)
    assert heard[-1]["event"] == "run.completed"


@pytest.mark.parametrize("url", ["http://169.254.169.254/latest", "http://[fe80::1]/",
                                 "http://metadata.google.internal/", "http://u:p@127.0.0.1/",
                                 "ftp://127.0.0.1/", "http://2852039166/", "http://a:0/"])
def test_an_address_that_must_not_be_called_is_refused_at_submit(serve, url):
    status, body = serve().ask("POST", "/v1/runs", {"config": json.dumps(numbers("x.jsonl")),
                                                    "callback": {"url": url}})
    assert status == 422, body
    assert "callback" in body["error"]["message"]


def test_only_hosts_that_are_allowed_are_called(serve, hook, tmp_path):
    told, alone = hook(), serve("--callback-allow-host", "127.0.0.1")
    run = alone.submit(numbers(tmp_path / "out.jsonl"), callback={"url": told.url})
    await_call(told, run)
    status, body = alone.ask("POST", "/v1/runs", {"config": json.dumps(numbers("x.jsonl")),
                                                  "callback": {"url": "http://localhost:1/"}})
    assert status == 422
    assert "--callback-allow-host" in body["error"]["message"]


def test_a_node_makes_no_callback_to_a_host_that_only_another_allows(serve, hook, tmp_path):
    flags = shared(tmp_path, "--cluster-max-attempts", 1)
    told, first = hook(), serve(*flags, "--callback-allow-host", "127.0.0.1")
    run = first.submit(numbers(tmp_path / "out.jsonl", pages=2000, delay=50),
                       callback={"url": told.url})
    first.await_status(run, "running")
    first.stop(signal.SIGKILL)
    second = serve(*flags, "--callback-allow-host", "hooks.example")
    until(lambda: "is given up" in second.text(), "a callback that is given up")
    assert run in second.text() and "--callback-allow-host" in second.text()
    assert told.heard == []
