"""The HTTP interface of a node as a client sees it: principals of a file, streams, its description."""

import json
import signal
import time
import urllib.parse
import urllib.request

import pytest

from conftest import BAD_CONFIG, expect
from nodes import gate, node, numbers

PRINCIPALS = """principals:
  - {name: ann, token: "${env:TOKEN_OF_ANN}", role: viewer}
  - {name: bob, token: token-of-bob, role: operator}
  - {name: eve, token: token-of-eve, role: admin}
"""


@pytest.fixture
def one(tmp_path):
    (tmp_path / "auth.yaml").write_text(PRINCIPALS)
    started = node(tmp_path, "--auth-config", "auth.yaml", token=None,
                   env={"TOKEN_OF_ANN": "token-of-ann"})
    started.token = "token-of-eve"
    yield started
    started.stop(signal.SIGKILL)


def fetch(one, path, token):
    """The text behind a path, to its end."""
    request = urllib.request.Request(one.url + path, headers={"Authorization": f"bearer {token}"})
    with urllib.request.urlopen(request, timeout=30) as reply:
        return reply.read().decode()


def test_principals_of_a_file_may_do_what_their_roles_may(one):
    assert one.ask("GET", "/v1/whoami", token="token-of-ann")[1] == {"name": "ann", "role": "viewer"}
    run = one.submit(numbers("out.jsonl"))
    assert one.ask("POST", f"/v1/runs/{run}/cancel", token="token-of-ann")[0] == 403
    assert one.ask("DELETE", f"/v1/runs/{run}", token="token-of-bob")[0] == 403
    done = one.await_end(run)
    assert done["submitted_by"] == "eve"
    assert one.ask("DELETE", f"/v1/runs/{run}")[0] == 204
    entries = one.ask("GET", "/v1/audit")[1]["entries"]
    assert [(x["principal"], x["action"], x["result"]) for x in entries] == [
        ("eve", "run.delete", "ok"),
        ("bob", "run.delete", "forbidden"),
        ("ann", "run.cancel", "forbidden"),
        ("eve", "run.submit", "ok"),
    ]


def test_a_file_of_principals_with_a_reference_that_leads_nowhere_keeps_a_node_from_starting(
        run, tmp_path):
    """[P217]"""
    (tmp_path / "auth.yaml").write_text(PRINCIPALS)
    expect(run("serve", "--auth-config", "auth.yaml", "--listen", "127.0.0.1:0"), BAD_CONFIG,
           "auth.yaml:2", "TOKEN_OF_ANN")


def test_a_stream_of_logs_ends_with_its_run_and_has_all_that_is_stored(one):
    run = one.submit(numbers("out.jsonl"))
    streamed = fetch(one, f"/v1/runs/{run}/logs", "token-of-ann")
    assert streamed.endswith("event: end\ndata: done\n\n")
    stored = fetch(one, f"/v1/runs/{run}/logs?format=text", "token-of-ann").splitlines()
    assert len(stored) >= 3
    for line in stored:
        assert f"data: {line.split(' info ', 1)[1]}\n" in streamed


def test_a_node_describes_itself(one):
    text = fetch(one, "/openapi.yaml", "token-of-ann")
    assert text.startswith("openapi: '3.1.0'\n")
    schemas = one.ask("GET", "/v1/schemas", token="token-of-ann")[1]
    assert "csv" in schemas["sources"] and "postgres" in schemas["sinks"]


@pytest.mark.parametrize("method, path, body", [
    ("GET", "/v1/runs", None), ("GET", "/v1/runs/none", None), ("POST", "/v1/runs/none/cancel", None),
    ("POST", "/v1/runs", {"config": json.dumps(numbers("out.jsonl"))})])
def test_a_history_that_falls_silent_holds_no_request_for_long(tmp_path, postgres, method, path,
                                                               body):
    place = urllib.parse.urlsplit(postgres.url)
    between = gate(place.hostname, place.port or 5432)
    where = place._replace(netloc=f"{place.username}:{place.password}@127.0.0.1:{between.port}")
    one = node(tmp_path, "--history", where.geturl())
    try:
        between.hold()
        begun = time.monotonic()
        status, said, headers = one.ask_whole(method, path, body)
        assert time.monotonic() - begun < 14
        assert (status, said["error"]["code"]) == (503, "unavailable")
        assert headers["Retry-After"] == "5"
        assert one.ask("GET", "/healthz")[0] == 200
    finally:
        one.stop(signal.SIGKILL)
        between.close()
