"""The subcommands that ask a node: submit, runs, show, events, logs, cancel, members."""

import json
import signal
import socket
import threading

import pytest

from conftest import BAD_CONFIG, CANCELLED, DONE, FAILED
from nodes import node, numbers, until


@pytest.fixture
def serve(tmp_path):
    """A node without flags, whose token lies in the folder of the test."""
    made = node(tmp_path, token=None)
    yield made
    made.stop(signal.SIGKILL)


@pytest.fixture
def ask(run, serve):
    """Runs a subcommand in the folder of the token."""
    def call(*arguments, **more):
        return run(*arguments, "--node", serve.url, **more)
    return call


def submitted(done):
    assert done.returncode == DONE, done.stderr
    return json.loads(done.stdout)["run_id"]


def endless(run, name="endless"):
    run.write(f"{name}.json", numbers(run.folder / "endless.jsonl", 100_000, 20, name))
    return f"{name}.json"


def test_submit_waits_for_the_end_and_shows_the_run(run, ask, tmp_path):
    run.write("p.json", numbers(tmp_path / "out.jsonl", 3))
    done = ask("submit", "p.json", "--wait")
    assert done.returncode == DONE, done.stderr
    shown = json.loads(done.stdout)
    assert (shown["status"], shown["records_written"]) == ("completed", 30)
    assert "submitted " + shown["run_id"] in done.stderr
    assert len(run.records("out.jsonl")) == 30


def test_submit_tells_the_id_at_once_and_show_finds_it(run, ask, tmp_path):
    run.write("p.json", numbers(tmp_path / "out.jsonl"))
    run_id = submitted(ask("submit", "p.json", "--name", "mine", "--label", "team=a=b"))
    until(lambda: json.loads(ask("show", run_id).stdout)["status"] == "completed", "its end")
    shown = json.loads(ask("show", run_id).stdout)
    assert shown["name"] == "mine" and shown["labels"]["team"] == "a=b"


def test_a_run_that_fails_is_exit_code_1_and_says_why(run, ask):
    run.write("p.json", {"version": 1, "name": "bad", "pipeline": {
        "source": {"type": "csv", "config": {"path": "missing.csv"}},
        "sink": {"type": "stdout", "config": {}}}})
    done = ask("submit", "p.json", "--wait")
    assert done.returncode == FAILED
    assert "failed" in done.stderr and "missing.csv" in done.stderr


def test_a_pipeline_that_is_wrong_is_refused_with_the_words_of_the_node(run, ask):
    run.write("p.json", {"version": 1, "pipeline": {
        "source": {"type": "csvv", "config": {"path": "a"}},
        "sink": {"type": "stdout", "config": {}}}})
    done = ask("submit", "p.json")
    assert done.returncode == BAD_CONFIG
    assert "csvv" in done.stderr and "node http://" in done.stderr
    assert json.loads(ask("runs").stdout)["runs"] == []


def test_params_are_sent_as_defaults_with_all_their_digits(run, ask, tmp_path):
    run.write("p.yaml", f"""
version: 1
name: params
params:
  rows: {{type: int, required: true}}
  word: {{type: string, default: none}}
  big: {{type: float, default: 1}}
pipeline:
  source:
    type: generate
    config:
      rows: "${{param.rows}}"
      fields:
        a: {{kind: constant, value: "${{param.word}}"}}
        b: {{kind: constant, value: "${{param.big}}"}}
  sink: {{type: jsonl, config: {{path: "{tmp_path}/out.jsonl"}}}}
""")
    done = ask("submit", "p.yaml", "--wait", "--param", "rows=2", "--param", "word=a: [b]",
               "--param", "big=9007199254740993.10")
    assert done.returncode == DONE, done.stderr
    assert run.read("out.jsonl").splitlines()[0] == '{"a":"a: [b]","b":9007199254740993.10}'


@pytest.mark.parametrize("params, told", [
    ((), "rows"),
    (("--param", "rows=x"), "rows"),
    (("--param", "rows=1", "--param", "row=2"), "row"),
    (("--param", "rows=1", "--param", "key=s3cret"), "secret"),
])
def test_a_param_that_cannot_be_sent_is_refused_before_anything_is(run, ask, params, told):
    run.write("p.yaml", """
version: 1
params:
  rows: {type: int, required: true}
  key: {type: string, secret: true, default: ""}
pipeline:
  source: {type: generate, config: {rows: "${param.rows}"}}
  sink: {type: jsonl, config: {path: /dev/null}}
""")
    done = ask("submit", "p.yaml", *params)
    assert done.returncode == BAD_CONFIG
    assert told in done.stderr and "s3cret" not in done.stderr
    assert json.loads(ask("runs").stdout)["runs"] == []


def test_a_key_makes_two_submissions_one_run(run, ask, tmp_path):
    run.write("p.json", numbers(tmp_path / "out.jsonl"))
    first = submitted(ask("submit", "p.json", "--idempotency-key", "k"))
    assert submitted(ask("submit", "p.json", "--idempotency-key", "k")) == first
    other = ask("submit", "p.json", "--idempotency-key", "k", "--timeout-secs", "7")
    assert other.returncode == FAILED and "idempotency key" in other.stderr


def test_logs_are_printed_and_followed_until_the_end(run, ask, tmp_path):
    run.write("p.json", numbers(tmp_path / "out.jsonl", 20, 30))
    run_id = submitted(ask("submit", "p.json"))
    followed = ask("logs", run_id, "-f")
    assert followed.returncode == DONE, followed.stderr
    assert json.loads(ask("show", run_id).stdout)["status"] == "completed"
    assert followed.stdout == ask("logs", run_id).stdout
    lines = [json.loads(x) for x in ask("logs", run_id, "--json").stdout.splitlines()]
    assert [x["line"] for x in lines] == [x.split(" ", 2)[2] for x in followed.stdout.splitlines()]


def test_submit_follows_what_a_run_logs(run, ask, tmp_path):
    run.write("p.json", numbers(tmp_path / "out.jsonl", 3))
    done = ask("submit", "p.json", "--follow")
    assert done.returncode == DONE, done.stderr
    assert done.stdout


def test_cancel_ends_a_run_and_waits_for_that(run, ask):
    run_id = submitted(ask("submit", endless(run)))
    done = ask("cancel", run_id, "--wait")
    assert done.returncode == DONE, done.stderr
    assert json.loads(done.stdout)["status"] == "cancelled"
    assert ask("cancel", run_id).returncode == DONE
    kinds = [x["kind"] for x in json.loads(ask("events", run_id).stdout)["events"]]
    assert kinds[0] == "submitted" and "cancel_requested" in kinds and kinds[-1] == "cancelled"


def test_a_submission_whose_wait_is_interrupted_goes_on(run, ask, serve):
    process = run.start("submit", endless(run), "--wait", "--node", serve.url)
    run_id = until(lambda: next(iter(serve.get("/v1/runs")["runs"]), None), "a run")["run_id"]
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == CANCELLED
    assert f"faucet cancel {run_id}" in told
    assert serve.run(run_id)["status"] in ("queued", "running")


def test_runs_are_listed_by_what_is_asked_for(run, ask, tmp_path):
    run.write("p.json", numbers(tmp_path / "out.jsonl"))
    ids = [submitted(ask("submit", "p.json", "--wait", "--label", f"n={n}", "--name", f"run {n}"))
           for n in range(3)]
    def listed(*flags):
        done = ask("runs", *flags)
        assert done.returncode == DONE, done.stderr
        return [x["run_id"] for x in json.loads(done.stdout)["runs"]]
    assert listed() == ids[::-1]
    assert listed("--label", "n=1") == [ids[1]]
    assert listed("--name", "run 2") == [ids[2]]
    assert listed("--status", "failed", "--status", "cancelled") == []
    page = json.loads(ask("runs", "--limit", "2").stdout)
    assert listed("--cursor", page["next_cursor"]) == [ids[0]]


def test_members_of_a_single_node_are_told(ask):
    done = ask("members")
    assert done.returncode == DONE, done.stderr
    assert json.loads(done.stdout)["cluster"]["enabled"] is False


def test_people_get_tables(run, ask, tmp_path):
    run.write("p.json", numbers(tmp_path / "out.jsonl"))
    run_id = submitted(ask("submit", "p.json", "--wait", "--label", "team=a\x1b[2Jb"))
    head, line = ask("runs", "--text").stdout.splitlines()
    assert head.split()[:3] == ["run", "name", "status"]
    assert line.split()[:3] == [run_id, "numbers", "completed"]
    shown = ask("show", run_id, "--text").stdout
    assert "completed" in shown and "row-0" in shown and "\x1b" not in shown
    kinds = [x.split()[1] for x in ask("events", run_id, "--text").stdout.splitlines()[1:]]
    assert kinds == ["submitted", "claimed", "started", "completed"]
    assert "it is in no cluster" in ask("members", "--text").stdout


def test_ids_and_values_that_nobody_has_are_refused(ask):
    for command in ("show", "logs", "events", "cancel"):
        done = ask(command, "0190c0de-0000-7000-8000-000000000000")
        assert done.returncode == FAILED and "node http://" in done.stderr
        assert ask(command, "../../metrics?x=1").returncode != DONE
    assert ask("runs", "--status", "done").returncode == BAD_CONFIG
    assert ask("runs", "--cursor", "nonsense").returncode == BAD_CONFIG


def test_a_wrong_token_is_told_without_being_shown(run, ask):
    done = ask("runs", "--token", "not-the-token")
    assert done.returncode == FAILED
    assert "FAUCET_TOKEN" in done.stderr and "not-the-token" not in done.stderr


@pytest.mark.parametrize("host, is_ours", [
    ("127.0.0.1", True), ("127.9.9.9", True), ("localhost", True),
    ("127.0.0.1.invalid", False), ("localhost.invalid", False), ("127.0.0.1@invalid", False),
])
def test_the_token_of_this_folder_goes_to_this_machine_only(run, host, is_ours):
    (run.folder / "faucet.token").mkdir()  # whoever looks at it fails
    done = run("runs", "--node", f"http://{host}:1")
    assert done.returncode != DONE and ("faucet.token" in done.stderr) == is_ours


def test_a_node_that_is_not_there_is_named(run):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = run("runs", env={"FAUCET_NODE": address})
    assert done.returncode == FAILED and address in done.stderr


@pytest.mark.parametrize("address", ["ftp://localhost:1", "http://", "http://a b/", "http://:x"])
def test_an_address_that_is_none_is_refused(run, address):
    done = run("runs", "--node", address)
    assert done.returncode in (FAILED, BAD_CONFIG) and done.stderr.startswith("error: ")


@pytest.mark.parametrize("reply", [
    b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"runs\":",
    b"SSH-2.0-OpenSSH_9.2\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
])
def test_something_else_than_a_node_is_an_error(run, reply):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        def answer():
            accepted, _ = listening.accept()
            with accepted:
                accepted.recv(65536)
                accepted.sendall(reply)
        thread = threading.Thread(target=answer)
        thread.start()
        done = run("runs", "--node", f"127.0.0.1:{listening.getsockname()[1]}")
        thread.join()
    assert done.returncode == FAILED and done.stderr.startswith("error: ")
