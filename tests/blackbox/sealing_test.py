"""Sealed pipelines and secret params: who has the vault key runs them, nobody else learns of them."""

import json
import os
import pathlib
import signal
import subprocess

import pytest

from cluster_test import cluster, count, members  # noqa: F401  (members is a fixture)
from conftest import BAD_CONFIG, DONE, expect
from nodes import numbers, until

KEY, OTHER = "a vault key of the tests without comma", "another key of the tests, with a comma"
SECRET = "hunter2-is-no-password"
SECRET_NUMBER = 918273645

WITHOUT_KEY = ("re-loading claimed config: this run's stored config is sealed, and this instance was "
               "started without a vault key: start every cluster member with the same vault key "
               "(`--vault-key` / `FAUCET_VAULT_KEY`)")
CANNOT_OPEN = ("re-loading claimed config: this run's stored config is sealed, and this instance "
               "cannot open it: ")


def with_secrets(path, pages=1, delay=0):
    """Writes both secrets into its records."""
    made = numbers(path, pages, delay, name="secrets")
    made["params"] = {"word": {"secret": True, "required": True},
                      "number": {"type": "int", "secret": True, "default": 1}}
    made["pipeline"]["source"]["config"]["fields"] = {
        "word": {"kind": "constant", "value": "<${param.word}>"},
        "number": {"kind": "constant", "value": "${param.number}"}}
    return made


def everything_stored(history, folder):
    """All of a history, as a thief of its files or dumps has it."""
    if history.startswith("sqlite:"):
        return b"".join(x.read_bytes() for x in folder.glob("faucet.db*")).decode(errors="replace")
    dump = pathlib.Path(os.environ["FAUCET_TEST_PG_BIN"]) / "pg_dump"
    return subprocess.run([dump, "--data-only", history], capture_output=True, text=True,
                          check=True).stdout


def occupied(one):
    """A run that keeps a node busy that executes one at a time."""
    run_id = one.submit(numbers("busy.jsonl", pages=10_000, delay=50, name="busy"))
    one.await_status(run_id, "running")
    return run_id


def test_a_secret_reaches_its_run_and_nothing_else(members, tmp_path):
    a, b = members.pair("--vault-key", KEY, "--log-level", "trace")
    run_id = a.submit(with_secrets(tmp_path / "out.jsonl", pages=40, delay=50),
                      params={"word": SECRET, "number": SECRET_NUMBER},
                      labels={"told": f"by {SECRET}"})
    b.await_status(run_id, "running")
    told = [everything_stored(members.history, tmp_path)]
    assert run_id in told[0] and "faucet-sealed-config:v1:" in told[0]
    assert "page_delay_ms" not in told[0]  # nor anything else of the pipeline
    shown = a.get(f"/v1/runs/{run_id}/config")
    assert "${sealed:0}" in shown["body"] and "${sealed:1:number}" in shown["body"]
    ended = b.await_end(run_id)
    assert ended["status"] == "completed", ended
    assert ended["labels"]["told"] == "by ***"
    records = [json.loads(x) for x in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(records) == 400
    assert records[0] == {"word": f"<{SECRET}>", "number": SECRET_NUMBER}
    told += [everything_stored(members.history, tmp_path), json.dumps(ended), json.dumps(shown)]
    for one in (a, b):
        told += [one.ask("GET", f"/v1/runs/{run_id}/logs?format=text")[1], one.text(),
                 json.dumps(one.events(run_id)), json.dumps(one.get("/v1/audit")), one.metrics(),
                 json.dumps(one.get("/v1/runs")), json.dumps(one.ready()),
                 pathlib.Path(f"/proc/{one.process.pid}/cmdline").read_text()]
    for text in told:
        assert SECRET not in text and str(SECRET_NUMBER) not in text
        assert KEY not in text


def test_the_values_of_a_run_that_has_ended_are_forgotten(members, tmp_path, request):
    one = members.join("--vault-key", KEY)
    run_id = one.submit(with_secrets(tmp_path / "out.jsonl"), params={"word": SECRET})
    assert one.await_end(run_id)["status"] == "completed"
    if members.history.startswith("postgres"):
        database = request.getfixturevalue("postgres")
        assert database.rows("SELECT count(*) FROM faucet_serve_run_secrets") == [(0,)]
    body = one.get(f"/v1/runs/{run_id}/config")["body"]
    assert "${sealed:0}" in body and SECRET not in body


@pytest.mark.parametrize("flags, why", [((), WITHOUT_KEY), (("--vault-key", OTHER), CANNOT_OPEN)])
def test_a_node_without_the_key_fails_a_run_and_runs_no_token(members, tmp_path, flags, why):
    """[P229]"""
    a = members.join("--vault-key", KEY, "--max-concurrent-runs", 1)
    occupied(a)
    run_id = a.submit(with_secrets(tmp_path / "out.jsonl"), params={"word": SECRET})
    b = members.join(*flags)
    ended = b.await_end(run_id)
    assert ended["status"] == "failed" and ended["error"].startswith(why), ended
    assert KEY not in ended["error"] and OTHER not in ended["error"]
    assert not (tmp_path / "out.jsonl").exists()
    status, refused = a.ask("POST", "/v1/runs", {"config": json.dumps(numbers("x.jsonl"))})
    assert status == 422  # as long as such a node lives
    assert b.address in refused["error"]["message"] and "--vault-key" in refused["error"]["message"]
    assert b.ask("GET", f"/v1/runs/{run_id}/config")[0] == 422
    b.stop()
    assert a.ask("POST", "/v1/runs", {"config": json.dumps(numbers("x.jsonl"))})[0] == 202


def test_a_run_that_was_sealed_with_the_key_before_is_run_after_a_rotation(members, tmp_path):
    a = members.join("--vault-key", KEY, "--max-concurrent-runs", 1)
    busy = occupied(a)
    run_id = a.submit(with_secrets(tmp_path / "out.jsonl"), params={"word": SECRET})
    a.stop(signal.SIGKILL)
    b = members.join(env={"FAUCET_VAULT_KEY": OTHER, "FAUCET_VAULT_PREVIOUS_KEYS": f"x,{KEY}"})
    assert b.await_end(run_id)["status"] == "completed"
    assert SECRET in (tmp_path / "out.jsonl").read_text()
    until(lambda: count(b.events(busy), "claimed") == 2, "an heir of the run that was under way")


def test_a_run_keeps_its_secrets_when_its_node_dies(members, tmp_path):
    both = members.pair("--vault-key", KEY)
    run_id = both[0].submit(with_secrets(tmp_path / "out.jsonl", pages=40, delay=50),
                            params={"word": SECRET})
    both[0].await_status(run_id, "running")
    owner = members.owner(both[0], run_id)
    owner.stop(signal.SIGKILL)
    survivor = both[1] if both[0] is owner else both[0]
    assert survivor.await_end(run_id)["status"] == "completed"
    assert SECRET in (tmp_path / "out.jsonl").read_text().splitlines()[-1]


def test_a_secret_param_is_given_on_the_command_line(serve, run, tmp_path):
    one = serve("--vault-key", KEY)
    run.write("p.json", with_secrets(tmp_path / "out.jsonl"))
    done = run("submit", "p.json", "--node", one.url, "--token", one.token, "--wait",
               "--param", f"word={SECRET}", "--param", "number=7")
    assert done.returncode == DONE, done.stderr
    assert SECRET not in done.stdout + done.stderr
    assert run.records("out.jsonl")[0] == {"word": f"<{SECRET}>", "number": 7}


def test_no_pipeline_reads_the_vault_key(serve, tmp_path):
    one = serve(env={"FAUCET_VAULT_KEY": KEY})
    config = numbers(tmp_path / "${env:FAUCET_VAULT_KEY}")
    status, refused = one.ask("POST", "/v1/runs", {"config": json.dumps(config)})
    assert status == 403 and KEY not in json.dumps(refused)
    assert KEY not in one.text()


@pytest.mark.parametrize("flags, env, parts", [
    (["--vault-key", "k" * 31], {}, ["--vault-key: a vault key has 32 bytes at least, this one 31"]),
    (["--vault-key", ""], {}, ["--vault-key", "32 bytes"]),
    (["--vault-key", KEY, "--vault-previous-key", ""], {}, ["--vault-previous-key", "empty"]),
    (["--vault-previous-key", KEY], {}, ["--vault-previous-key", "needs --vault-key"]),
    ([], {"FAUCET_VAULT_KEY": ""}, ["FAUCET_VAULT_KEY", "empty"]),
    ([], {"FAUCET_VAULT_KEY": "secret-short"}, ["FAUCET_VAULT_KEY", "32 bytes"]),
    (["--vault-key", KEY], {"FAUCET_VAULT_PREVIOUS_KEYS": "a,,b"}, ["empty"]),
])
def test_a_vault_key_that_cannot_be_meant_is_refused(run, flags, env, parts):
    done = run("serve", *flags, env=env)
    expect(done, BAD_CONFIG, *parts)
    assert KEY not in done.stderr and "secret-short" not in done.stderr
    assert not list(run.folder.iterdir())  # nothing was begun
