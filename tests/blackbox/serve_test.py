"""A node alone: what it refuses to start with, whom it lets in, how it leaves and comes back."""

import http.client
import json
import os
import pwd
import signal
import socket
import sqlite3
import stat
import threading
import time

import pytest

from conftest import BAD_CONFIG, CANCELLED, DONE, FAILED, expect
from nodes import numbers, until


# -- who may ask --------------------------------------------------------------------


def test_without_flags_a_node_lets_in_who_can_read_its_token_file(serve, tmp_path):
    alone = serve(token=None)
    facts = (tmp_path / "faucet.token").stat()
    assert stat.S_IMODE(facts.st_mode) == 0o600
    assert len(alone.token) >= 32
    assert alone.ask("GET", "/v1/runs", token="")[0] == 401
    assert alone.ask("GET", "/v1/runs", token="wrong")[0] == 401
    assert alone.ask("GET", "/v1/runs")[0] == 200
    assert "faucet submit" in alone.text()
    assert alone.token not in alone.text()


def test_the_token_file_is_used_again_after_a_restart(serve):
    first = serve(token=None)
    assert first.stop() == DONE
    assert serve(token=None).token == first.token


def test_a_token_file_that_others_may_read_is_refused(run, tmp_path):
    (tmp_path / "faucet.token").write_text("0123456789abcdef0123456789abcdef\n")
    (tmp_path / "faucet.token").chmod(0o644)
    expect(run("serve", "--listen", "127.0.0.1:0"), BAD_CONFIG, "faucet.token", "chmod 600")


def test_a_token_file_that_holds_no_token_is_refused(run, tmp_path):
    (tmp_path / "faucet.token").write_text("")
    (tmp_path / "faucet.token").chmod(0o600)
    expect(run("serve", "--listen", "127.0.0.1:0"), BAD_CONFIG, "faucet.token", "no token")


def test_each_token_has_the_rights_of_its_role(serve):
    one = serve("--read-token", "reader", "--write-token", "writer", token=None)
    body = {"config": json.dumps(numbers("out.jsonl"))}
    assert one.ask("GET", "/v1/runs", token="reader")[0] == 200
    assert one.ask("POST", "/v1/runs", body, token="reader")[0] == 403
    assert one.ask("POST", "/v1/runs", body, token="writer")[0] == 202


def test_a_pipeline_reads_none_of_the_variables_of_faucet(serve, tmp_path):
    one = serve(env={"FAUCET_SECRET_OF_TESTS": "x", "OTHER_OF_TESTS": "seen.jsonl"})
    spy = numbers("${env:FAUCET_SERVE_AUTH_TOKEN}.jsonl")
    status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(spy)})
    assert status == 403, body
    assert "FAUCET_SERVE_AUTH_TOKEN" in body["error"]["message"]
    assert one.token not in json.dumps(body)
    assert one.await_end(one.submit(numbers("${env:OTHER_OF_TESTS}")))["status"] == "completed"
    assert (tmp_path / "seen.jsonl").exists()


@pytest.mark.parametrize("path", ["/proc/self/environ", "faucet.token", "./faucet.db",
                                  "sub/../faucet.token", "/dev/stdin"])
def test_a_pipeline_touches_nothing_of_the_node_and_of_the_machine(serve, path):
    one = serve(token=None)
    pipeline = numbers(path)
    for spy in (pipeline, numbers("${file:%s}.jsonl" % path)):
        status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(spy)})
        assert status == 403, body
        assert one.token not in json.dumps(body)
    assert one.await_end(one.submit(numbers("out.jsonl")))["status"] == "completed"
    assert one.ask("GET", "/v1/runs")[0] == 200


def test_a_pipeline_reads_no_file_that_its_node_was_started_with(serve, tmp_path):
    (tmp_path / "tokens").mkdir()
    (tmp_path / "tokens" / "ann").write_text("a-token-in-a-file")
    (tmp_path / "auth.yaml").write_text(
        "principals: [{name: ann, token: '${file:tokens/ann}', role: admin}]")
    (tmp_path / "node.env").write_text("SECRET_OF_NODE=swordfish")
    (tmp_path / "defaults.yaml").write_text("vars: {x: y}")
    one = serve("--auth-config", "auth.yaml", "--env-file", "node.env", "--default-config",
                "defaults.yaml", token=None)
    one.token = "a-token-in-a-file"
    for path in ("auth.yaml", "tokens/ann", "node.env", "defaults.yaml"):
        for spy in (numbers(path), numbers("${file:%s}.jsonl" % path)):
            status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(spy)})
            assert (status, body["error"]["code"]) == (403, "forbidden"), (path, body)
            assert "may not touch" in body["error"]["message"]
    assert one.await_end(one.submit(numbers("out.jsonl")))["status"] == "completed"


def test_a_pipeline_reads_no_env_file_that_its_node_has_found(serve, tmp_path):
    (tmp_path / ".env").write_text("SECRET_OF_NODE=swordfish")
    one = serve()
    status, body = one.ask("POST", "/v1/runs",
                           {"config": json.dumps(numbers("${file:.env}.jsonl"))})
    assert status == 403
    assert "may not touch" in body["error"]["message"]


def test_a_pipe_in_a_pipeline_holds_up_nobody(serve, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    one = serve()
    for _ in range(3):
        status, body = one.ask("POST", "/v1/runs",
                               {"config": json.dumps(numbers("${file:pipe}.jsonl"))})
        assert status == 422
        assert "no plain file" in body["error"]["message"]
    assert one.ask("GET", "/v1/runs")[0] == 200


def test_with_allow_env_a_pipeline_reads_only_what_is_named(serve):
    one = serve("--allow-env", "NAMED", env={"NAMED": "named.jsonl", "UNNAMED": "unnamed.jsonl"})
    one.submit(numbers("${env:NAMED}"))
    body = {"config": json.dumps(numbers("${env:UNNAMED}"))}
    assert one.ask("POST", "/v1/runs", body)[0] == 403


def test_a_pipeline_is_kept_from_where_it_must_not_go_and_the_audit_log_says_why(serve, tmp_path):
    """[P215]"""
    one = serve(env={"FAUCET_VAULT_KEY": "a-vault-key-of-thirty-two-bytes-or-more"})
    for path in ("/proc/self/environ", "faucet.db", "./faucet.db-wal", "faucet.token", ".env"):
        status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(numbers(path))})
        assert (status, body["error"]["code"]) == (403, "forbidden"), (path, body)
    spy = numbers("out.jsonl")
    spy["pipeline"]["transforms"] = [{"type": "lookup", "config": {
        "jsonl": "/proc/self/environ", "on": {"record": "a", "ref": "b"}, "add": {"c": "d"}}}]
    assert one.ask("POST", "/v1/runs", {"config": json.dumps(spy)})[0] == 403
    status, body = one.ask("POST", "/v1/runs",
                           {"config": json.dumps(numbers("${env:FAUCET_VAULT_KEY}.jsonl"))})
    assert status == 403 and "a-vault-key" not in json.dumps(body)
    entries = [x for x in one.get("/v1/audit")["entries"] if x["result"] == "forbidden"]
    assert len(entries) == 7
    assert all("submitted pipelines may not" in x["detail"] for x in entries)
    assert one.get("/v1/runs")["runs"] == []
    assert one.await_end(one.submit(numbers("out.jsonl")))["status"] == "completed"


@pytest.mark.parametrize("path", ["in/*", "**/environ", "i[n]/l/faucet.db"])
def test_no_pattern_leads_out_through_a_link(serve, tmp_path, path):
    """[P215]"""
    (tmp_path / "data" / "in").mkdir(parents=True)
    (tmp_path / "data" / "in" / "environ").symlink_to("/proc/self/environ")
    (tmp_path / "data" / "in" / "l").symlink_to(tmp_path)
    one = serve("--allow-path-root", "data")
    spy = numbers("data/out.jsonl")
    spy["pipeline"]["source"] = {"type": "file", "config": {
        "path": f"data/{path}", "format": "raw_text", "no_links": False}}
    ended = one.await_end(one.submit(spy))
    assert ended["status"] == "failed" and "is a link" in ended["error"], ended
    assert one.token not in "".join(x.read_text() for x in tmp_path.glob("data/out.jsonl"))


def test_no_folder_of_sources_or_bookmarks_leads_out_through_a_link(serve, tmp_path):
    """[P215]"""
    (tmp_path / "data" / "in").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    one = serve("--allow-path-root", "data")
    reading, remembering = numbers("data/out.jsonl"), numbers("data/out.jsonl")
    reading["pipeline"]["source"] = {"type": "file", "config": {
        "path": "data/in", "format": "raw_text"}}
    remembering["pipeline"]["state"] = {"type": "file", "config": {"path": "data/in"}}
    for config in (reading, remembering):
        for target in ("/proc/self/environ", tmp_path / "faucet.token", tmp_path / "secret.txt"):
            link = tmp_path / "data" / "in" / "numbers%3A%3Arow-0.json"
            link.symlink_to(target)
            status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(config)})
            assert status == 403 and "may not touch" in json.dumps(body), (target, body)
            link.unlink()
        assert one.ask("POST", "/v1/runs", {"config": json.dumps(config)})[0] == 202


def test_no_pipeline_reads_the_tokens_of_principals(serve, tmp_path):
    """[P215]"""
    (tmp_path / "auth.yaml").write_text("principals:\n- {name: ann, token: '${env:ANN}', role: admin}\n")
    one = serve("--auth-config", "auth.yaml", token=None, env={"ANN": "token-of-ann"})
    one.token = "token-of-ann"
    status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(numbers("${env:ANN}"))})
    assert status == 403 and "token-of-ann" not in json.dumps(body)


def test_a_claimed_run_that_would_touch_what_it_must_not_fails(serve, tmp_path):
    """[P215]"""
    (tmp_path / "files.jsonl").write_text('{"id": 1, "file": "/proc/self/environ"}\n')
    config = {"version": 1, "name": "spy", "pipeline": {}, "matrix": [
        {"id": "files", "source": {"type": "file", "config": {"path": "files.jsonl"}},
         "sink": {"type": "jsonl", "config": {"path": "a.jsonl"}}},
        {"id": "each", "parent": "files",
         "source": {"type": "file", "config": {"path": "${files.file}", "format": "raw_text"}},
         "sink": {"type": "jsonl", "config": {"path": "stolen-${files.id}.jsonl"}}}]}
    one = serve()
    ended = one.await_end(one.submit(config))
    assert ended["status"] == "failed"
    assert "may not touch" in json.dumps(ended)
    assert not (tmp_path / "stolen-1.jsonl").exists()


def test_a_query_of_a_submitted_pipeline_attaches_no_file_of_the_node(serve, tmp_path):
    """[P338]"""
    sqlite3.connect(tmp_path / "own.db").close()
    config = numbers("out.jsonl")
    config["pipeline"]["source"] = {"type": "sqlite", "config": {
        "database_url": "own.db", "query": "ATTACH 'faucet.db' AS spy", "sandbox": False}}
    one = serve()
    ended = one.await_end(one.submit(config))
    assert ended["status"] == "failed"
    assert "not authorized" in ended["error"]


def test_a_pipeline_logs_in_to_the_history_with_nothing_of_the_node(serve, run, postgres, tmp_path):
    bare = postgres.url.replace(":" + postgres.server.password + "@", "@")
    assert postgres.password not in bare
    run.write(".pgpass", f"*:*:*:*:{postgres.password}\n").chmod(0o600)
    password = {"PGPASSWORD": postgres.password, "HOME": str(tmp_path)}
    one = serve("--history", bare, env=password)

    def reading(url):
        return {"version": 1, "name": "thief", "pipeline": {
            "source": {"type": "postgres", "config": {
                "connection_url": url, "query": "SELECT run_id FROM faucet_serve_runs"}},
            "sink": {"type": "jsonl", "config": {"path": "stolen.jsonl"}}}}

    def remembering(url):
        return {"version": 1, "name": "thief", "pipeline": {
            "source": {"type": "generate", "config": {"rows": 1}},
            "sink": {"type": "jsonl", "config": {"path": "made.jsonl"}},
            "state": {"type": "postgres", "config": {"url": url, "ensure_table": True}}}}

    def writing(url):
        return {"version": 1, "name": "thief", "pipeline": {
            "source": {"type": "generate", "config": {"rows": 1}},
            "sink": {"type": "postgres", "config": {"connection_url": url, "table_name": "t"}}}}

    for made in (reading(bare), writing(bare), remembering(bare)):
        ended = one.await_end(one.submit(made))
        assert ended["status"] == "failed" and "password" in ended["error"], ended
    for url in (bare.replace("@", ":${env:PGPASSWORD}@"), f"{bare}?passfile={tmp_path}/.pgpass",
                f"{bare}?service=own"):
        status, refused = one.ask("POST", "/v1/runs", {"config": json.dumps(reading(url))})
        assert status == 403 and postgres.password not in json.dumps(refused), (url, refused)
    assert not (tmp_path / "stolen.jsonl").exists()
    assert one.await_end(one.submit(reading(postgres.url)))["status"] == "completed"
    run.write("own.json", reading(bare))
    expect(run("run", "own.json", env=password), DONE)


@pytest.mark.parametrize("settings", [None, "/no/such/folder"])
def test_files_that_let_a_node_into_its_history_are_closed_before_they_are_made(serve, postgres, settings):
    one = serve("--history", postgres.url,
                env={"HOME": ""} | ({"PGSYSCONFDIR": settings} if settings else {}))
    home = pwd.getpwuid(os.geteuid()).pw_dir
    for path in (f"{home}/.pgpass", f"{home}/.pg_service.conf", f"{home}/.postgresql/postgresql.key",
                 f"{settings or '/etc/postgresql-common'}/pg_service.conf"):
        spy = numbers("out.jsonl")
        spy["pipeline"]["source"] = {"type": "file", "config": {"path": path, "format": "raw_text"}}
        status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(spy)})
        assert status == 403 and "may not touch" in body["error"]["message"], (path, body)


def test_with_path_roots_a_pipeline_touches_files_below_them_only(serve, tmp_path):
    (tmp_path / "open").mkdir()
    one = serve("--allow-path-root", "open")
    for path in ("out.jsonl", "open/../out.jsonl", "/tmp/out.jsonl"):
        status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(numbers(path))})
        assert status == 403 and "--allow-path-root" in body["error"]["message"], (path, body)
    outside = numbers("open/out.jsonl")
    outside["pipeline"]["state"] = {"type": "file", "config": {"path": "state"}}
    assert one.ask("POST", "/v1/runs", {"config": json.dumps(outside)})[0] == 403
    assert one.await_end(one.submit(numbers("open/out.jsonl")))["status"] == "completed"


def test_a_pipeline_reaches_only_the_servers_that_are_named(serve):
    one = serve("--allow-url-host", "db.example", "--allow-url-scheme", "postgres")
    def asked(url):
        config = numbers("out.jsonl")
        config["pipeline"]["state"] = {"type": url.split(":")[0], "config": {"url": url}}
        status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(config)})
        assert "hunter2" not in json.dumps(body)
        return status
    assert asked("postgres://u:hunter2@db.example/x") == 202
    assert asked("postgres://u:hunter2@other.example/x") == 403
    assert asked("postgres://u:hunter2@db.example,/x") == 403
    assert asked("postgres://u:hunter2@db.example,db.example/x?hostaddr=10.0.0.1,") == 403
    assert asked("redis://:hunter2@db.example") == 403
    assert "hunter2" not in json.dumps(one.get("/v1/audit"))


def test_the_history_keeps_references_and_not_what_they_stand_for(serve, tmp_path):
    """[P212]"""
    one = serve(env={"NAME_OF_TESTS": "swordfish"})
    run_id = one.submit(numbers("${env:NAME_OF_TESTS}.jsonl"))
    assert one.await_end(run_id)["status"] == "completed"
    assert (tmp_path / "swordfish.jsonl").exists()
    assert "${env:NAME_OF_TESTS}" in one.get(f"/v1/runs/{run_id}/config")["body"]
    one.stop()
    kept = b"".join(x.read_bytes() for x in tmp_path.glob("faucet.db*"))
    assert b"${env:NAME_OF_TESTS}" in kept and b"swordfish" not in kept


def test_what_options_declare_secret_is_hidden_from_viewers(serve):
    config = {"version": 1, "name": "secretive", "vars": {"pepper": "literal-1"},
              "params": {"p": {"type": "string", "secret": True, "default": "literal-2"}},
              "pipeline": {
                  "source": {"type": "generate", "config": {"rows": 1}},
                  "transforms": [{"type": "hash", "config": {"fields": ["name"],
                                                             "salt": "${vars.pepper}"}}],
                  "sink": {"type": "jsonl", "config": {"path": "out-${param.p}.jsonl"}},
                  "state": {"type": "file", "config": {"path": "state", "encryption": {
                      "key": "literal-3", "previous_keys": ["literal-4"]}}}}}
    one = serve("--read-token", "viewing", "--admin-token", "ruling", token=None)
    status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(config)}, token="ruling")
    assert status == 202, body
    path = f"/v1/runs/{body['run_id']}/config"
    assert "literal-3" in one.ask("GET", path, token="ruling")[1]["body"]
    shown = one.ask("GET", path, token="viewing")[1]["body"]
    assert "literal" not in shown and "${vars.pepper}" in shown and "generate" in shown, shown


def test_a_node_goes_by_the_names_and_heeds_the_origins_that_it_is_told(serve):
    one = serve("--allowed-host", "faucet.example", "--allowed-origin", "https://ui.example")
    host = {"Host": "faucet.example:8080"}
    assert one.ask("GET", "/v1/runs")[0] == 403
    assert one.ask("GET", "/healthz")[0] == 200
    assert one.ask("GET", "/v1/runs", headers=host)[0] == 200
    body = {"config": json.dumps(numbers("out.jsonl"))}
    origin = host | {"Origin": "https://evil.example"}
    assert one.ask("POST", "/v1/runs", body, headers=origin)[0] == 403
    assert one.ask("POST", "/v1/runs", body,
                   headers=host | {"Origin": "https://ui.example"})[0] == 202


# -- runs ---------------------------------------------------------------------------


def test_a_submitted_run_is_queued_executed_and_shown(serve, tmp_path):
    one = serve()
    run_id = one.submit(numbers("out.jsonl", pages=3), labels={"team": "a"})
    ended = one.await_end(run_id)
    assert (ended["status"], ended["records_written"], ended["name"]) == ("completed", 30, "numbers")
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 30
    kinds = [x["kind"] for x in one.events(run_id)]
    assert kinds[0] == "submitted" and "claimed" in kinds and kinds[-1] == "completed"


def test_a_run_that_is_under_way_can_be_cancelled(serve):
    one = serve()
    run_id = one.submit(numbers("out.jsonl", pages=1000, delay=50))
    one.await_status(run_id, "running")
    assert one.ask("POST", f"/v1/runs/{run_id}/cancel")[0] == 202
    assert one.await_end(run_id)["status"] == "cancelled"


def test_metrics_show_what_a_node_may_count_before_it_counts(serve):
    one = serve()
    text = one.metrics()
    for name in ("runs_queued", "runs_in_flight", "runs_total", "idempotency_hits_total",
                 "history_degraded", "history_unreachable", "cluster_enabled",
                 "cluster_instances", "runs_claimed_total", "runs_reclaimed_total",
                 "runs_pending", "shards_claimed_total", "shards_reclaimed_total",
                 "run_logs_purged_total"):
        assert f"\nfaucet_serve_{name}" in text, name
    assert 'faucet_serve_runs_total{reason="pool_unavailable",status="failed"} 0' in text
    one.await_end(one.submit(numbers("out.jsonl", pages=2)))

    def counted():
        text = one.metrics()
        return ('faucet_serve_runs_total{reason="ok",status="completed"} 1' in text
                and 'faucet_sink_records_total{connector="jsonl",pipeline="numbers",row="row-0"} 20'
                in text and "faucet_serve_runs_claimed_total 1" in text
                and 'path="/v1/runs",status="202"' in text)

    until(counted, "counters of one run")


def test_runs_and_requests_that_end_early_are_counted(serve):
    one = serve("--max-concurrent-runs", 1, "--body-limit-bytes", 2000)
    busy = one.submit(numbers("busy.jsonl", pages=1000, delay=50))
    one.await_status(busy, "running")
    waits = one.submit(numbers("out.jsonl"))
    assert one.ask("POST", f"/v1/runs/{waits}/cancel")[0] in (200, 202)
    assert one.run(waits)["status"] == "cancelled"
    assert 'faucet_serve_runs_total{reason="cancelled",status="cancelled"} 1' in one.metrics()
    assert one.ask("POST", "/v1/runs", {"config": "x" * 3000})[0] == 413
    assert ('faucet_serve_requests_total{method="POST",path="<unmatched>",status="413"} 1'
            in one.metrics())


# -- the end of a node, and its return ----------------------------------------------


def test_a_node_without_work_leaves_at_once_on_a_signal(serve):
    assert serve().stop(signal.SIGTERM) == DONE
    assert serve().stop(signal.SIGINT) == DONE


def test_a_node_that_leaves_refuses_work_and_lets_its_runs_end(serve, tmp_path):
    one = serve()
    run_id = one.submit(numbers("out.jsonl", pages=20, delay=100))
    one.await_status(run_id, "running")
    one.tell(signal.SIGTERM)
    _, ready = until(lambda: (x := one.ready())[0] == 503 and x, "a node that is not ready")
    assert ready["draining"] is True
    status, body = one.ask("POST", "/v1/runs", {"config": json.dumps(numbers("other.jsonl"))})
    assert (status, body["error"]["code"]) == (503, "draining")
    assert one.process.wait(timeout=60) == DONE
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 200
    assert serve().run(run_id)["status"] == "completed"


def test_runs_that_outlast_the_grace_fail_on_a_single_node(serve):
    one = serve("--shutdown-grace-secs", 1)
    run_id = one.submit(numbers("out.jsonl", pages=10_000, delay=100))
    one.await_status(run_id, "running")
    assert one.stop() == DONE
    found = serve().run(run_id)
    assert found["status"] == "failed"
    assert found["error"].startswith("server shutdown before the run finished")


def test_an_open_stream_of_logs_does_not_hold_a_node_that_leaves(serve):
    one = serve("--shutdown-grace-secs", 1)
    run_id = one.submit(numbers("out.jsonl", pages=10_000, delay=100))
    one.await_status(run_id, "running")
    connection = http.client.HTTPConnection(one.address, timeout=30)
    connection.request("GET", f"/v1/runs/{run_id}/logs",
                       headers={"Authorization": f"Bearer {one.token}"})
    stream = connection.getresponse()
    assert stream.getheader("Content-Type").startswith("text/event-stream")
    assert one.stop() == DONE
    connection.close()


def test_a_hangup_ends_no_node(serve):
    one = serve()
    one.tell(signal.SIGHUP)
    until(lambda: "SIGHUP" in one.text(), "the note")
    assert one.ask("GET", "/v1/runs")[0] == 200
    assert one.stop() == DONE


def test_a_second_signal_ends_a_node_at_once(serve):
    one = serve()
    run_id = one.submit(numbers("out.jsonl", pages=10_000, delay=100))
    one.await_status(run_id, "running")
    one.tell(signal.SIGTERM)
    until(lambda: "leaving" in one.text(), "a node that leaves")
    assert one.stop() == CANCELLED


def test_a_run_of_a_single_node_that_was_killed_fails_when_its_lease_has_ended(serve):
    one = serve("--lease-ttl-secs", 3)
    run_id, *_, waiting = [one.submit(numbers(f"{i}.jsonl", pages=10_000, delay=100))
                           for i in range(18)]
    one.await_status(run_id, "running")
    one.stop(signal.SIGKILL)
    two = serve("--lease-ttl-secs", 3)
    ended = two.await_end(run_id)
    assert ended["status"] == "failed" and "lease expired" in ended["error"]
    two.await_status(waiting, "running")  # what had not begun was not lost


def test_what_was_kept_for_long_enough_is_forgotten(serve):
    one = serve("--retain-terminal-runs-secs", 1)
    run_id = one.submit(numbers("out.jsonl"))
    one.await_end(run_id)
    one.stop()

    def forgotten():
        two = serve("--retain-terminal-runs-secs", 1)
        gone = (two.ask("GET", f"/v1/runs/{run_id}")[0] == 404
                and run_id not in json.dumps(two.get("/v1/audit")))
        two.stop()
        return gone

    until(forgotten, "a run that is forgotten")


# -- probes before a run --------------------------------------------------------------


def test_a_submission_that_is_probed_first_bears_the_report(serve, tmp_path):
    one = serve()
    body = {"config": json.dumps(numbers("out.jsonl")), "doctor_first": True}
    status, told = one.ask("POST", "/v1/runs", body)
    assert status == 202, told
    probes = told["doctor_report"]["invocations"][0]["probes"]
    assert [(x["role"], x["status"]) for x in probes] == [("source", "pass"), ("sink", "pass")]
    assert one.await_end(told["run_id"])["doctor_report"] == told["doctor_report"]


def test_a_submission_whose_probes_fail_is_refused_with_the_report(serve, tmp_path):
    config = {"version": 1, "name": "probed", "pipeline": {}, "matrix": [
        {"id": "a", "source": {"type": "csv", "config": {"path": "missing.csv"}},
         "sink": {"type": "jsonl", "config": {"path": "a.jsonl"}}},
        {"id": "b", "depends_on": ["a"], "source": {"type": "file", "config": {"path": "a.jsonl"}},
         "sink": {"type": "jsonl", "config": {"path": "b.jsonl"}}},
        {"id": "c", "parent": "b", "source": {"type": "csv", "config": {"path": "${b.file}"}},
         "sink": {"type": "jsonl", "config": {"path": "c-${b.id}.jsonl"}}}]}
    one = serve()
    status, body = one.ask("POST", "/v1/runs",
                           {"config": json.dumps(config), "doctor_first": True})
    assert (status, body["error"]["code"]) == (422, "unprocessable"), body
    assert "row a, source csv" in body["error"]["message"]
    report = body["error"]["details"]["doctor_report"]
    assert [x["id"] for x in report["invocations"]] == ["a", "b"]  # children have no options yet
    assert report["summary"]["failed"] == 1
    assert report["invocations"][1]["probes"][0]["reason"] == "row a writes what it reads"
    assert one.get("/v1/runs")["runs"] == []
    assert not (tmp_path / "a.jsonl").exists()


def remembers_at(server):
    """A pipeline whose bookmarks are in a PostgreSQL that this socket stands for."""
    config = numbers("out.jsonl")
    config["pipeline"]["state"] = {"type": "postgres", "config": {
        "url": f"postgres://u:hunter2@127.0.0.1:{server.getsockname()[1]}/x"}}
    return config


def test_a_probe_that_hears_nothing_takes_its_time_and_keeps_nobody_waiting(serve):
    silent = socket.create_server(("127.0.0.1", 0))
    config = remembers_at(silent)
    one = serve("--probe-timeout-secs", "2")
    answers = []

    def submit():
        answers.append(one.ask("POST", "/v1/runs",
                               {"config": json.dumps(config), "doctor_first": True}))

    probing = [threading.Thread(target=submit) for _ in range(3)]
    for thread in probing:
        thread.start()
    connections = [silent.accept()]  # the first probe is under way
    begun = time.monotonic()
    assert one.ask("GET", "/v1/runs")[0] == 200
    assert time.monotonic() - begun < 1.5
    for thread in probing:
        thread.join()
    del connections
    silent.close()
    assert [status for status, _ in answers] == [422] * 3
    assert "no answer within 2 s" in answers[0][1]["error"]["message"]
    assert "hunter2" not in json.dumps(answers)
    assert one.stop() == DONE


def test_a_slow_probe_holds_up_no_other_submission_that_is_probed_first(serve):
    silent = socket.create_server(("127.0.0.1", 0))
    silent.settimeout(30)
    config = remembers_at(silent)
    one = serve("--probe-timeout-secs", "60")
    answers = []

    def submit():
        answers.append(one.ask("POST", "/v1/runs",
                               {"config": json.dumps(config), "doctor_first": True})[0])

    slow = [threading.Thread(target=submit) for _ in range(5)]
    for thread in slow:
        thread.start()
    connections = [silent.accept()[0] for _ in slow]  # five probes are under way at once
    one.submit(numbers("other.jsonl"), doctor_first=True)
    assert not answers
    silent.close()
    for connection in connections:
        connection.close()
    for thread in slow:
        thread.join()
    assert answers == [422] * 5


def test_a_submission_that_is_probed_first_waits_for_whichever_probe_ends_first(serve):
    silent = socket.create_server(("127.0.0.1", 0))
    silent.settimeout(30)
    body = {"config": json.dumps(remembers_at(silent)), "doctor_first": True}
    one = serve("--probe-timeout-secs", "60")
    slow = [threading.Thread(target=one.ask, args=("POST", "/v1/runs", body)) for _ in range(6)]
    connections = []
    for thread in slow:  # all that may be under way, one after another
        thread.start()
        connections.append(silent.accept()[0])
    next_one = threading.Thread(
        target=lambda: one.submit(numbers("next.jsonl"), doctor_first=True))
    next_one.start()
    next_one.join(0.5)
    assert next_one.is_alive()
    connections.pop().close()
    next_one.join(20)
    assert not next_one.is_alive() and slow[0].is_alive()
    silent.close()
    for connection in connections:
        connection.close()
    for thread in slow:
        thread.join()
    assert one.stop() == DONE


def test_a_run_that_was_accepted_without_its_probes_is_probed_by_its_owner(serve, tmp_path):
    one = serve("--max-concurrent-runs", 1)
    first = one.submit(numbers("first.jsonl", pages=10_000, delay=100))
    one.await_status(first, "running")
    config = numbers("out.jsonl")
    config["pipeline"]["source"] = {"type": "csv", "config": {"path": "missing.csv"}}
    unwell, well, probed = (one.submit(x) for x in (config, numbers("well.jsonl"), config))
    history = sqlite3.connect(tmp_path / "faucet.db", timeout=30)
    with history:  # as an older member stores them
        for run_id, body in ((unwell, '{"doctor_first": true}'), (well, '{"doctor_first": true}'),
                             (probed, '{"doctor_first": true, "doctor_report": {}}')):
            history.execute("UPDATE faucet_serve_runs SET body = ? WHERE run_id = ?", (body, run_id))
    history.close()
    one.ask("POST", f"/v1/runs/{first}/cancel")
    ended = one.await_end(unwell)
    assert ended["status"] == "failed", ended
    assert ended["error"].startswith("doctor_first: row ") and "missing.csv" in ended["error"], ended
    assert not (tmp_path / "out.jsonl").exists()
    assert one.await_end(well)["status"] == "completed"
    assert "doctor_first" not in one.await_end(probed)["error"]


# -- what a node does not start with ------------------------------------------------


@pytest.mark.parametrize("flags, parts", [
    (["--cluster"], ["--cluster requires a persistent --history backend (postgres://… or "
                     "sqlite:…); the in-memory store is single-process"]),
    (["--history", "mysql://somewhere"], ["--history", "mysql://somewhere", "sqlite:PATH"]),
    (["--history", "memory"], ["--history", "sqlite:PATH"]),
    (["--history", "postgres://db:99999/x"], ["--history", "port", "65535"]),
    (["--history", "postgres://db/x?sslmode=never"], ["--history", "sslmode", "never"]),
    (["--history", "sqlite::memory:"], ["--history", "memory"]),
    (["--history", "sqlite:x.db?mode=ro"], ["--history", "writable"]),
    (["--auth-token", ""], ["--auth-token", "empty"]),
    (["--auth-token", "a b"], ["--auth-token", "blank"]),
    (["--auth-token", "a", "--no-auth"], ["--auth-token", "--no-auth"]),
    (["--auth-token", "a", "--read-token", "b"], ["--auth-token", "--read-token"]),
    (["--read-token", "a", "--admin-token", "a"], ["--admin-token", "same token", "--read-token"]),
    (["--no-auth", "--listen", "0.0.0.0:0"], ["--no-auth", "--allow-unauthenticated-network"]),
    (["--listen", "0.0.0.0:0"], ["--listen 0.0.0.0:0", "--auth-token"]),
    (["--listen", "[::]:0"], ["--listen [::]:0", "--auth-token"]),
    (["--listen", "8080"], ["--listen 8080", "HOST:PORT"]),
    (["--listen", "127.0.0.1:65536"], ["--listen", "65535"]),
    (["--listen", "example.com:80"], ["--listen example.com:80", "address"]),
    (["--lease-ttl-secs", "0"], ["--lease-ttl-secs", '"0"']),
    (["--cluster-poll-secs", "0"], ["--cluster-poll-secs", '"0"']),
    (["--cluster-max-attempts", "0"], ["--cluster-max-attempts", '"0"']),
    (["--shutdown-grace-secs", "0"], ["--shutdown-grace-secs", '"0"']),
    (["--probe-timeout-secs", "0"], ["--probe-timeout-secs", '"0"']),
    (["--max-concurrent-runs", "-1"], ["--max-concurrent-runs", '"-1"']),
    (["--pool-wait-timeout-secs", "0"], ["--pool-wait-timeout-secs", '"0"']),
    (["--pool-wait-timeout-secs", "5"], ["--pool-wait-timeout-secs", "--cluster"]),
    (["--pool", "Private"], ["invalid pool name `Private`"]),
    (["--default-config", "missing.yaml"], ["missing.yaml"]),
    (["--env-file", "missing.env"], ["missing.env"]),
    (["--allow-env", "FAUCET_TOKEN"], ["--allow-env FAUCET_TOKEN"]),
    (["--allow-path-root", "missing"], ["--allow-path-root missing", "no folder"]),
    (["--allow-url-scheme", "ftp"], ["--allow-url-scheme ftp", "postgres, redis or rediss"]),
    (["--allow-secret-scheme", "aws"], ["--allow-secret-scheme aws", "vault, aws-sm, gcp-sm or"]),
    (["--allow-url-host", "db:5432"], ["--allow-url-host db:5432", "without a port"]),
    (["--allowed-host", "http://x"], ["--allowed-host http://x", "no host"]),
    (["--allowed-origin", "ui.example"], ["--allowed-origin ui.example", "https://host"]),
    (["--allowed-origin", "https://*"], ["--allowed-origin https://*", "https://host"]),
    (["--allowed-origin", "https://ui.example/x"], ["--allowed-origin https://ui.example/x"]),
    (["--allowed-origin", "https://ui.example:x"], ["--allowed-origin https://ui.example:x"]),
    (["--cors-origin", "*"], ["--cors-origin *", "https://host"]),
    (["--allowed-host", "*"], ["--allowed-host *", "is no host"]),
    (["--allowed-host", "*.example"], ["--allowed-host *.example", "is no host"]),
    (["--callback-allow-host", "https://a"], ["--callback-allow-host https://a", "is no host"]),
    (["--allow-env", "A=B"], ["--allow-env A=B", "is no name of a variable"]),
    (["--mcp"], ["--mcp", "no such flag"]),
    (["extra"], ["extra", "one argument too many"]),
])
def test_a_flag_that_cannot_be_meant_is_refused(run, flags, parts):
    """[P209]"""
    expect(run("serve", *flags), BAD_CONFIG, *parts)
    assert not list(run.folder.iterdir())  # nothing was begun


@pytest.mark.parametrize("variable, value, parts", [
    ("FAUCET_SERVE_LEASE_TTL_SECS", "0", ["FAUCET_SERVE_LEASE_TTL_SECS", '"0"']),
    ("FAUCET_SERVE_LISTEN", "nowhere", ["nowhere"]),
    ("FAUCET_SERVE_AUTH_TOKEN", "", ["FAUCET_SERVE_AUTH_TOKEN", "empty"]),
    ("FAUCET_SERVE_HISTORY", "redis://x", ["redis://x"]),
    ("FAUCET_SERVE_POOLS", "good,Bad", ["invalid pool name `Bad`"]),
])
def test_a_variable_is_looked_at_as_its_flag_is(run, variable, value, parts):
    expect(run("serve", env={variable: value}), BAD_CONFIG, *parts)


def test_variables_of_a_node_do_not_disturb_other_commands(run):
    done = run("version", env={"FAUCET_SERVE_LISTEN": "nowhere", "FAUCET_SERVE_LEASE_TTL_SECS": "0"})
    assert done.returncode == DONE, done.stderr


def test_a_port_that_is_taken_is_told(serve, run):
    taken = serve().address
    expect(run("serve", "--auth-token", "x", "--history", "sqlite:other.db", "--listen", taken),
           FAILED, taken, "in use")


def test_a_history_that_cannot_be_written_is_told(run, tmp_path):
    (tmp_path / "folder").mkdir()
    done = run("serve", "--auth-token", "x", "--history", "sqlite:folder", "--listen", "127.0.0.1:0")
    expect(done, FAILED, "the history", "folder")


def test_a_history_of_a_newer_release_is_left_alone(serve, run, tmp_path):
    serve().stop()
    with sqlite3.connect(tmp_path / "faucet.db") as file:
        file.execute("UPDATE faucet_serve_schema SET version = '99' WHERE id = 'schema'")
        file.execute("UPDATE faucet_serve_schema SET version = '98' WHERE id = 'min_readable'")
    file.close()
    expect(run("serve", "--auth-token", "x", "--listen", "127.0.0.1:0"), FAILED, "the history", "99")


def test_a_password_of_the_history_is_not_shown(run):
    done = run("serve", "--history", "postgres://u:hidden-word@nowhere/x?bogus=1",
               "--listen", "127.0.0.1:0")
    assert done.returncode != DONE
    assert "hidden-word" not in done.stderr
