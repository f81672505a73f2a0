"""Members that were started with other variables, defaults and pools: each goes by its own."""

import json
import re
import signal
import sqlite3

import pytest

from cluster_test import cluster, count, members  # noqa: F401  (members is a fixture)
from conftest import DONE
from nodes import numbers, until
from sealing_test import occupied

on_sqlite = pytest.mark.parametrize("members", ["sqlite"], indirect=True)
on_postgres = pytest.mark.parametrize("members", ["postgres"], indirect=True)


# -- the same environment everywhere ------------------------------------------------


@on_sqlite
def test_references_are_resolved_by_the_node_that_executes_the_run(members, tmp_path):
    a = members.join("--max-concurrent-runs", 1, env={"NAME_OF_TESTS": "of-a"})
    occupied(a)
    run_id = a.submit(numbers("${env:NAME_OF_TESTS}.jsonl"))
    b = members.join(env={"NAME_OF_TESTS": "of-b"})
    assert b.await_end(run_id)["status"] == "completed"
    assert (tmp_path / "of-b.jsonl").exists() and not (tmp_path / "of-a.jsonl").exists()


@on_sqlite
def test_a_node_that_cannot_resolve_a_reference_fails_the_run_and_writes_nothing(members, tmp_path):
    a = members.join("--max-concurrent-runs", 1, env={"NAME_OF_TESTS": "of-a"})
    occupied(a)
    run_id = a.submit(numbers("x${env:NAME_OF_TESTS}.jsonl"))
    ended = members.join().await_end(run_id)
    assert ended["status"] == "failed"
    assert ended["error"].startswith("re-loading claimed config: ")
    assert "NAME_OF_TESTS" in ended["error"]
    assert not list(tmp_path.glob("x*.jsonl"))


@on_sqlite
def test_a_run_is_laid_over_the_defaults_of_the_node_that_executes_it(members, tmp_path):
    def defaults(name):
        path = tmp_path / f"{name}.yaml"
        path.write_text(f"vars: {{place: {name}}}\n")
        return "--default-config", path.name
    a = members.join("--max-concurrent-runs", 1, *defaults("of-a"))
    occupied(a)
    run_id = a.submit(numbers("${vars.place}.jsonl"))
    b = members.join(*defaults("of-b"))
    assert b.await_end(run_id)["status"] == "completed"
    assert (tmp_path / "of-b.jsonl").exists()
    assert "${vars.place}" in b.get(f"/v1/runs/{run_id}/config")["body"]


def test_two_submissions_with_one_key_are_one_run_whichever_nodes_they_go_to(members):
    a, b = members.pair()
    run_id = a.submit(numbers("out.jsonl"), idempotency_key="k")
    assert b.submit(numbers("out.jsonl"), idempotency_key="k") == run_id
    body = {"config": json.dumps(numbers("other.jsonl")), "idempotency_key": "k"}
    status, refused = b.ask("POST", "/v1/runs", body)
    assert status == 409
    assert refused["error"]["message"] == "idempotency key reused with a different payload"


@on_sqlite
def test_a_node_without_the_vault_key_finds_runs_by_all_that_stands_beside_their_pipeline(members):
    a = members.join("--vault-key", "k" * 32, "--pool", "default,gpu")
    run_id = a.submit(numbers("out.jsonl", name="sales"), name="today", labels={"team": "a"},
                      pool="gpu", selection={"select": ["row-0"]})
    assert a.await_end(run_id)["status"] == "completed"
    b = members.join()
    for asked in ("name=today", "label=team:a", "pool=gpu", "status=completed"):
        (found,) = b.get(f"/v1/runs?{asked}")["runs"]
        assert found["run_id"] == run_id, asked
        assert "row-0" in json.dumps(found["selection"])
        assert found["submitted_at"] and found["finished_at"]
    status, refused = b.ask("GET", f"/v1/runs/{run_id}/config")
    assert status == 422 and "--vault-key" in refused["error"]["message"]


# -- flags --------------------------------------------------------------------------


@pytest.mark.parametrize("flag, default, variable", [
    ("--listen", "127.0.0.1:8080", "FAUCET_SERVE_LISTEN"),
    ("--body-limit-bytes", "1048576", "FAUCET_SERVE_BODY_LIMIT_BYTES"),
    ("--shutdown-grace-secs", "60", "FAUCET_SERVE_SHUTDOWN_GRACE_SECS"),
    ("--retain-terminal-runs-secs", "604800", "FAUCET_SERVE_RETAIN_TERMINAL_RUNS_SECS"),
    ("--idempotency-retention-secs", "86400", "FAUCET_SERVE_IDEMPOTENCY_RETENTION_SECS"),
    ("--log-retention-secs", "604800", "FAUCET_SERVE_LOG_RETENTION_SECS"),
    ("--log-max-lines-per-run", "100000", "FAUCET_SERVE_LOG_MAX_LINES_PER_RUN"),
    ("--probe-timeout-secs", "10", "FAUCET_SERVE_PROBE_TIMEOUT_SECS"),
    ("--cluster-poll-secs", "2", "FAUCET_SERVE_CLUSTER_POLL_SECS"),
    ("--cluster-max-attempts", "3", "FAUCET_SERVE_CLUSTER_MAX_ATTEMPTS"),
    ("--lease-ttl-secs", "30", "FAUCET_SERVE_LEASE_TTL_SECS"),
    ("--cluster", None, "FAUCET_SERVE_CLUSTER"),
    ("--history", None, "FAUCET_SERVE_HISTORY"),
    ("--auth-token", None, "FAUCET_SERVE_AUTH_TOKEN"),
    ("--read-token", None, "FAUCET_SERVE_READ_TOKEN"),
    ("--write-token", None, "FAUCET_SERVE_WRITE_TOKEN"),
    ("--admin-token", None, "FAUCET_SERVE_ADMIN_TOKEN"),
    ("--pool", None, "FAUCET_SERVE_POOLS"),
    ("--pool-wait-timeout-secs", None, "FAUCET_SERVE_POOL_WAIT_TIMEOUT_SECS"),
    ("--vault-key", None, "FAUCET_VAULT_KEY"),
    ("--vault-previous-key", None, "FAUCET_VAULT_PREVIOUS_KEYS"),
])
def test_a_flag_of_a_node_has_its_default_and_its_variable(run, flag, default, variable):
    done = run("serve", "--help")
    assert done.returncode == DONE, done.stderr
    said = re.search(rf"^ *{flag}(?: (?:TEXT|UINT)(?:=(\S+))?(?: \.\.\.)?)? \(Env:(\w+)\)",
                     done.stdout, re.M)
    assert said and said.groups() == (default, variable)


@on_sqlite
@pytest.mark.parametrize("flags, env, pools", [
    ([], {}, ["default"]),
    (["--pool", "private", "--pool", "gpu"], {}, ["gpu", "private"]),
    (["--pool", "private,gpu,,private"], {}, ["gpu", "private"]),
    ([], {"FAUCET_SERVE_POOLS": "private,gpu"}, ["gpu", "private"]),
    (["--pool", "gpu"], {"FAUCET_SERVE_POOLS": "private"}, ["gpu"]),
])
def test_a_node_serves_the_pools_of_its_flags_else_of_its_variable(members, tmp_path, flags, env,
                                                                   pools):
    one = members.join(*flags, env=env)
    one.instance()  # once it knows itself
    said = one.ready()[1]["cluster"]
    assert said["pools"] == pools
    assert [x["pools"] for x in said["members"]] == [pools]
    assert said["instances"] == 1
    with sqlite3.connect(tmp_path / "faucet.db") as file:  # where older members look
        told = file.execute("SELECT instance_id, pools FROM faucet_serve_instance_caps").fetchall()
        assert told == [(one.instance(), ",".join(pools))]
    file.close()


def test_a_node_alone_says_so_and_serves_its_own_pools_only(serve):
    one = serve("--pool", "gpu")
    assert one.ready()[1]["cluster"] == {"enabled": False, "instances": 1, "pools": ["gpu"],
                                         "members": []}
    text = one.metrics()
    assert "\nfaucet_serve_cluster_enabled 0\n" in text
    assert "\nfaucet_serve_cluster_instances 1\n" in text
    status, refused = one.ask("POST", "/v1/runs", {"config": json.dumps(numbers("out.jsonl"))})
    assert (status, refused["error"]["message"]) == (
        422, "this server does not serve pool `default` (it serves: gpu); start it with `--pool "
             "default`")
    assert one.await_end(one.submit(numbers("out.jsonl"), pool="gpu"))["status"] == "completed"


# -- pools --------------------------------------------------------------------------


@on_sqlite
def test_runs_of_a_pool_wait_for_it_and_are_counted_alike_by_all(members):
    gpu = members.join("--pool", "gpu")
    both = members.join(), members.join()
    until(lambda: all(len(x.ready()[1]["cluster"]["members"]) == 3 for x in both), "three members")
    gpu.stop(signal.SIGKILL)
    run_id = both[0].submit(numbers("out.jsonl"), pool="gpu")  # it is not known yet to be dead
    for x in both:
        until(lambda: 'faucet_serve_runs_pending{pool="gpu"} 1' in x.metrics(), "a run that waits")
    other = both[0].submit(numbers("other.jsonl"))
    assert both[1].await_end(other)["status"] == "completed"  # those of other pools pass it by
    assert both[1].run(run_id)["status"] == "pending"
    again = members.join("--pool", "gpu")
    assert both[1].await_end(run_id)["status"] == "completed"
    assert members.owner(both[0], run_id) is again
    for x in both:
        until(lambda: 'faucet_serve_runs_pending{pool="gpu"} 0' in x.metrics(), "none that waits")


@on_postgres
@pytest.mark.parametrize("how, ended", [(signal.SIGKILL, "requeued"),
                                        (signal.SIGTERM, "handed_back")])
def test_a_run_keeps_its_pool_when_its_node_dies_or_leaves(members, how, ended):
    gpus = [members.join("--pool", "gpu", "--shutdown-grace-secs", 1) for _ in "ab"]
    plain = members.join()
    until(lambda: len(plain.ready()[1]["cluster"]["members"]) == 3, "three members")
    run_id = plain.submit(numbers("out.jsonl", pages=60, delay=50), pool="gpu")
    plain.await_status(run_id, "running")
    owner = members.owner(plain, run_id)
    owner.stop(how)
    found = plain.await_end(run_id)
    assert (found["status"], found["pool"]) == ("completed", "gpu")
    assert count(plain.events(run_id), ended) == 1
    assert found["owner"] == next(x for x in gpus if x is not owner).instance()


@on_sqlite
def test_a_pipeline_file_may_name_its_pool_and_runs_without_a_cluster_too(members, run, tmp_path):
    pipeline = numbers("out.jsonl") | {"pool": "private"}
    run.write("pipeline.yaml", pipeline)
    done = run("run", "pipeline.yaml")
    assert done.returncode == DONE, done.stderr
    one = members.join()
    status, refused = one.ask("POST", "/v1/runs", {"config": json.dumps(pipeline)})
    assert (status, refused["error"]["message"]) == (
        422, "no live cluster member serves pool `private` (live members serve: default); start a "
             "replica with `--pool private`")
    private = members.join("--pool", "private")
    private.instance()
    run_id = one.submit(pipeline)
    assert one.await_end(run_id)["pool"] == "private"
    assert one.run(run_id)["owner"] == private.instance()
