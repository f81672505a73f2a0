"""faucet state: what rows remember is shown, moved, forgotten and carried over."""

import datetime
import json
import os
import pty
import socket
import subprocess
import uuid

import pytest

from conftest import BAD_CONFIG, DONE, FAILED, expect, stop

NEW_FILES = ("file", {"path": "in", "incremental": {"by": "name"}})


def envelope(position, owner="file"):
    return {"faucet_state": 1, "owner": owner, "schema": 0, "data": position}


def file_state(name="state"):
    return {"type": "file", "config": {"path": name}}


@pytest.fixture
def redis_state():
    """A state block of its own, whose keys are gone after the test."""
    server, namespace = os.environ["FAUCET_TEST_REDIS"], "test-" + uuid.uuid4().hex
    client = ["redis-cli", "-u", server]
    yield {"type": "redis", "config": {"url": server, "namespace": namespace}}
    found = subprocess.run([*client, "--scan", "--pattern", namespace + ":*"], check=True,
                           capture_output=True, text=True).stdout.split()
    if found:
        subprocess.run([*client, "del", *found], check=True, capture_output=True)


class shop:
    """A pipeline of one row that has run once, and its state."""

    def __init__(self, run, state=None):
        self.run = run
        run.write("in/a.jsonl", '{"id":1}\n{"id":2}\n')
        self.state = state or file_state()
        self.write()

    def write(self, **more):
        self.run.pipeline(NEW_FILES, ("jsonl", {"path": "out.jsonl", "append": True}),
                          pipeline={"state": self.state}, **more)

    def command(self, *arguments, **more):
        return self.run("state", arguments[0], "pipeline.yaml", *arguments[1:], **more)

    def ran(self):
        expect(self.run("run", "pipeline.yaml"), DONE)
        return self

    def shown(self, *arguments):
        done = self.command("show", "--json", *arguments)
        expect(done, DONE)
        return json.loads(done.stdout)

    def bookmark(self):
        return self.shown()["rows"][0]["bookmark"]


def put(run, key, value, folder="state"):
    """What another program might have stored."""
    name = key.replace(":", "%3A") + ".json"
    run.write(f"{folder}/{name}", value if isinstance(value, str) else json.dumps(value))


def live_lease(**more):
    now = datetime.datetime.now(datetime.timezone.utc)
    at = lambda seconds: (now + datetime.timedelta(seconds=seconds)).isoformat()
    return {"run_id": "run-9", "pid": 1, "host": "elsewhere", "acquired_at": at(-5),
            "expires_at": at(55)} | more


@pytest.fixture(params=["file", "redis", "postgres"])
def pipeline(run, request):
    """One whose state is in each kind of store."""
    if request.param == "postgres":
        server = request.getfixturevalue("postgres")
        return shop(run, {"type": "postgres", "config": {"url": server.url, "ensure_table": True}})
    return shop(run, request.getfixturevalue("redis_state") if request.param == "redis" else None)


# -- show ------------------------------------------------------------------------------------------


def test_show_before_the_first_run_says_where_it_begins(run):
    made = shop(run)
    shown = made.shown()
    assert shown == {"pipeline": "test", "rows": [
        {"row": "row-0", "role": "root", "state_key": "test::row-0", "store": "file",
         "bookmark": None, "sub_bookmarks": [], "markers": []}], "pipeline_keys": [], "orphans": []}
    assert "from the beginning" in made.command("show").stdout
    assert not (run.folder / "state").exists(), "looking made a folder"


def test_show_tells_the_bookmark_and_its_format(pipeline):
    pipeline.ran()
    row = pipeline.shown()["rows"][0]
    assert row["bookmark"]["last"] == "in/a.jsonl"
    assert row["state_format"] == {"format": 1, "owner": "file", "schema": 0,
                                   "expected_owner": "file", "expected_schema": 0,
                                   "status": "current"}
    text = pipeline.command("show").stdout
    assert "in/a.jsonl" in text and "(current)" in text and "test::row-0" in text


@pytest.mark.parametrize("stored", ["null", envelope(None)])
def test_null_is_no_bookmark(run, stored):
    made = shop(run)
    put(run, "test::row-0", stored)
    assert "from the beginning" in made.command("show").stdout
    assert made.bookmark() is None
    assert "full snapshot" in run("status", "pipeline.yaml").stdout
    made.ran()
    assert [x["id"] for x in run.records("out.jsonl")] == [1, 2]


def test_show_lists_what_belongs_to_no_row(run):
    """A row that was renamed leaves its bookmark behind. [P67]"""
    made = shop(run).ran()
    put(run, "test::gone", envelope(1))
    put(run, "test::gone::__status__", {})
    put(run, "test::__replication__", {"phase": "cdc"})
    put(run, "test::backfill::ab::2026-01", envelope(2))
    put(run, "other::row-0", envelope(3))
    shown = made.shown()
    assert [(x["key"], x["kind"], x["row"]) for x in shown["orphans"]] == [
        ("test::gone", "bookmark", "gone"), ("test::gone::__status__", "status", "gone")]
    assert [(x["key"], x["kind"]) for x in shown["pipeline_keys"]] == [
        ("test::__replication__", "replication"), ("test::backfill::ab::2026-01", "backfill_unit")]
    assert shown["pipeline_keys"][1]["id"] == "ab::2026-01"
    assert "keys of rows no longer in the config" in made.command("show").stdout


def test_show_keeps_every_digit(run):
    made = shop(run)
    put(run, "test::row-0", '{"faucet_state":1,"owner":"file","data":12345678901234567890.10}')
    done = made.command("show", "--json")
    assert '"bookmark": 12345678901234567890.10' in done.stdout


def test_show_tells_a_run_that_holds_a_row(run):
    made = shop(run)
    put(run, "test::row-0::__lease__", live_lease())
    assert made.shown()["rows"][0]["running"]["run_id"] == "run-9"
    assert "run-9" in made.command("show").stdout
    put(run, "test::row-0::__lease__", live_lease(expires_at="2020-01-01T00:00:00Z"))
    assert "running" not in made.shown()["rows"][0]
    assert "expired lease" in made.command("show").stdout


def test_show_tells_what_cannot_be_read_and_shows_the_rest(run):
    made = shop(run)
    put(run, "test::row-0", "{torn")
    put(run, "test::gone", envelope(1))
    done = made.command("show")
    expect(done, FAILED)
    assert "cannot be read" in done.stdout and "test::gone" in done.stdout


def test_show_tells_which_bookmarks_the_next_run_refuses(run):
    made = shop(run)
    put(run, "test::row-0", envelope(1, owner="csv"))
    form = made.shown()["rows"][0]["state_format"]
    assert form["status"] == "incompatible" and "csv" in form["detail"]
    put(run, "test::row-0", "7")
    assert made.shown()["rows"][0]["state_format"]["status"] == "legacy"
    assert made.bookmark() == 7


def test_show_without_state(run):
    run.pipeline(NEW_FILES)
    done = run("state", "show", "pipeline.yaml")
    expect(done, DONE)
    assert "no state store" in done.stdout


# -- set -------------------------------------------------------------------------------------------


def test_set_moves_a_bookmark_and_the_next_run_reads_on_behind_it(pipeline):
    pipeline.ran()
    run = pipeline.run
    run.write("in/b.jsonl", '{"id":3}\n')
    run.write("in/c.jsonl", '{"id":4}\n')
    position = pipeline.bookmark() | {"last": "in/b.jsonl"}
    done = pipeline.command("set", "--row", "row-0", "--bookmark", json.dumps(position), "--yes")
    expect(done, DONE)
    assert "before: " in done.stdout and "in/a.jsonl" in done.stdout and "in/b.jsonl" in done.stdout
    assert pipeline.bookmark() == position
    pipeline.ran()
    assert [x["id"] for x in run.records("out.jsonl")] == [1, 2, 4]


def test_set_tells_before_and_after_as_json(pipeline):
    first = pipeline.command("set", "--row", "row-0", "--bookmark", "1", "--yes", "--json")
    assert json.loads(first.stdout) == {
        "row": "row-0", "key": "test::row-0", "before": None, "after": envelope(1),
        "applied": True, "warnings": []}
    second = pipeline.command("set", "--row", "row-0", "--bookmark", '"x"', "--json", "--dry-run")
    told = json.loads(second.stdout)
    assert (told["before"], told["after"], told["applied"]) == (envelope(1), envelope("x"), False)
    assert pipeline.bookmark() == 1


def test_set_in_the_format_of_earlier_releases(run):
    made = shop(run)
    expect(made.command("set", "--row", "row-0", "--bookmark", '{"a":1.50}', "--yes",
                        "--legacy-format"), DONE)
    assert run.read("state/test%3A%3Arow-0.json").strip() == '{"a":1.50}'


@pytest.mark.parametrize("position", ["2026-09-19", "", "{", "{'a':1}", "NaN", "null", "1 2"])
def test_a_bookmark_that_is_no_json_is_refused(run, position):
    made = shop(run)
    expect(made.command("set", "--row", "row-0", "--bookmark", position, "--yes"), BAD_CONFIG,
           "--bookmark")
    assert made.bookmark() is None


def test_without_a_terminal_a_change_wants_yes(run):
    made = shop(run).ran()
    for arguments in (["set", "--row", "row-0", "--bookmark", "1"], ["reset", "--row", "row-0"]):
        expect(made.command(*arguments), BAD_CONFIG, "--yes")
    assert made.bookmark()["last"] == "in/a.jsonl"


@pytest.mark.parametrize("answer, code, moved", [("y", DONE, True), ("n", FAILED, False),
                                                 ("", FAILED, False)])
def test_on_a_terminal_a_change_asks(run, answer, code, moved):
    made = shop(run)
    ours, theirs = pty.openpty()
    process = run.start("state", "set", "pipeline.yaml", "--row", "row-0", "--bookmark", "1",
                        stdin=theirs, stderr=theirs)
    os.close(theirs)
    try:
        os.write(ours, answer.encode() + b"\n")
        out, _ = process.communicate(timeout=60)
    finally:
        stop(process)
        os.close(ours)
    assert process.returncode == code, out
    assert (made.bookmark() == 1) == moved


def test_a_row_that_runs_is_left_alone_unless_forced(run):
    made = shop(run).ran()
    before = made.bookmark()
    put(run, "test::row-0::__lease__", live_lease())
    for arguments in (["set", "--row", "row-0", "--bookmark", "1"], ["reset", "--row", "row-0"]):
        expect(made.command(*arguments, "--yes"), FAILED, "run-9", "elsewhere", "--force")
        assert made.bookmark() == before
    done = made.command("set", "--row", "row-0", "--bookmark", "1", "--yes", "--force", "--json")
    expect(done, DONE, "warning", "run-9")
    assert any("run-9" in x for x in json.loads(done.stdout)["warnings"])
    assert made.bookmark() == 1


def test_a_lease_that_has_expired_is_in_nobodys_way(run):
    made = shop(run)
    put(run, "test::row-0::__lease__", live_lease(expires_at="2020-01-01T00:00:00Z"))
    expect(made.command("set", "--row", "row-0", "--bookmark", "1", "--yes"), DONE)


def test_a_change_leaves_no_lease_behind(pipeline):
    expect(pipeline.command("set", "--row", "row-0", "--bookmark", "1", "--yes"), DONE)
    assert all(x["kind"] != "lease" for x in pipeline.shown()["rows"][0]["markers"])


@pytest.mark.parametrize("arguments, parts", [
    (["--row", "nope"], ["nope", "row-0"]), (["--row", ""], ["--row"]),
    (["--row", "row-0", "--parent-key", "1"], ["no parent"]),
    ([], ["--row"]),
], ids=["unknown row", "empty row", "parent key of a root", "no row"])
def test_a_row_that_cannot_be_set_is_refused(run, arguments, parts):
    made = shop(run)
    expect(made.command("set", *arguments, "--bookmark", "1", "--yes"), BAD_CONFIG, *parts)


@pytest.mark.parametrize("state", [None, {"type": "memory", "config": {}}], ids=["none", "memory"])
def test_without_durable_state_there_is_nothing_to_change(run, state):
    run.pipeline(NEW_FILES, **({"pipeline": {"state": state}} if state else {}))
    for arguments in (["set", "--bookmark", "1"], ["reset"]):
        expect(run("state", arguments[0], "pipeline.yaml", "--row", "row-0", *arguments[1:],
                   "--yes"), BAD_CONFIG, "nothing to change")


# -- reset -----------------------------------------------------------------------------------------


def test_reset_makes_the_next_run_start_over(pipeline):
    pipeline.ran()
    done = pipeline.command("reset", "--row", "row-0", "--yes", "--json")
    told = json.loads(done.stdout)
    assert [x["key"] for x in told["changes"]] == ["test::row-0"]
    assert told["changes"][0]["before"]["data"]["last"] == "in/a.jsonl"
    assert (told["row"], told["applied"], told["token_rewound"]) == ("row-0", True, False)
    assert pipeline.bookmark() is None
    pipeline.ran()
    assert [x["id"] for x in pipeline.run.records("out.jsonl")] == [1, 2, 1, 2]


def test_reset_of_nothing_is_no_error(pipeline):
    done = pipeline.command("reset", "--row", "row-0")
    expect(done, DONE)
    assert "no state to reset" in done.stdout
    told = json.loads(pipeline.command("reset", "--row", "row-0", "--json").stdout)
    assert (told["changes"], told["applied"]) == ([], False)


def test_reset_keeps_markers_unless_told(run):
    made = shop(run).ran()
    put(run, "test::row-0::__status__", {"consecutive_failures": 0})
    put(run, "test::row-0::__sla__", {"runs": 3})
    put(run, "test::row-00", envelope(1))
    expect(made.command("reset", "--row", "row-0", "--yes"), DONE)
    assert [x["kind"] for x in made.shown()["rows"][0]["markers"]] == ["sla", "status"]
    expect(made.command("reset", "--row", "row-0", "--yes", "--include-markers"), DONE)
    assert made.shown()["rows"][0]["markers"] == []
    assert [x["key"] for x in made.shown()["orphans"]] == ["test::row-00"]


def test_a_dry_run_of_a_reset_changes_nothing(run):
    """[P71]"""
    made = shop(run).ran()
    before = {name: run.read(name) for name in run.files()}
    done = made.command("reset", "--row", "row-0", "--dry-run")
    expect(done, DONE)
    assert "test::row-0" in done.stdout and "nothing was changed" in done.stdout
    assert {name: run.read(name) for name in run.files()} == before


def test_what_cannot_be_read_can_be_forgotten(run):
    made = shop(run)
    put(run, "test::row-0", "{torn")
    expect(made.command("reset", "--row", "row-0", "--yes"), DONE)
    assert made.bookmark() is None


def test_reset_forgets_what_an_older_id_of_the_row_left(run):
    made = shop(run)
    run.pipeline(NEW_FILES, pipeline={"state": made.state},
                 matrix=[{"id": "new", "legacy_state_ids": ["old"]}])
    put(run, "test::old", envelope({"by": "name", "last": "in/a.jsonl"}))
    expect(made.command("reset", "--row", "new", "--yes"), DONE)
    assert made.shown()["orphans"] == []


# -- children --------------------------------------------------------------------------------------


class family(shop):
    """A row whose child reads a folder for each of its records."""

    def write(self, **more):
        self.run.write("ids.jsonl", '{"id":1}\n{"id":"eu"}\n')
        for name in ("1", "eu"):
            self.run.write(f"in{name}/a.jsonl", '{"x":1}\n')
        self.run.write("pipeline.yaml", {
            "version": 1, "name": "test",
            "pipeline": {
                "sources": {"ids": {"type": "file", "config": {"path": "ids.jsonl"}},
                            "of": {"type": "file", "config": {"path": "in${p.id}",
                                                              "incremental": {"by": "name"}}}},
                "sink": {"type": "jsonl", "config": {"path": "out.jsonl"}}, "state": self.state},
            "matrix": [{"id": "p", "source": {"ref": "ids"}},
                       {"id": "kid", "parent": "p", "source": {"ref": "of"},
                        "sink": {"config": {"path": "kid-${p.id}.jsonl"}}}]})


def test_children_are_told_apart_by_their_parent_key(run):
    made = family(run)
    expect(made.command("set", "--row", "kid", "--bookmark", "1", "--yes"), BAD_CONFIG,
           "--parent-key")
    for parent_key, key in (("_n.1", "_n.1"), ("eu", "eu"), ('"1"', "1")):
        done = made.command("set", "--row", "kid", "--parent-key", parent_key, "--bookmark", "1",
                            "--yes", "--json")
        expect(done, DONE)
        assert json.loads(done.stdout)["key"] == "test::kid::" + key
    row = made.shown("--row", "kid")["rows"][0]
    assert row["role"] == "child" and row["bookmark"] is None
    assert [(x["sub"], x["kind"], x["value"]["data"]) for x in row["sub_bookmarks"]] == [
        ("1", "bookmark", 1), ("_n.1", "bookmark", 1), ("eu", "bookmark", 1)]
    expect(made.command("reset", "--row", "kid", "--parent-key", "1", "--yes"), DONE)
    expect(made.command("reset", "--row", "kid", "--parent-key", "eu", "--yes"), DONE)
    assert [x["sub"] for x in made.shown("--row", "kid")["rows"][0]["sub_bookmarks"]] == ["_n.1"]
    expect(made.command("reset", "--row", "kid", "--yes"), DONE)
    assert made.shown("--row", "kid")["rows"][0]["sub_bookmarks"] == []


def test_children_of_a_run_can_be_moved_by_the_value_of_their_parent_key(run):
    made = family(run).ran()
    subs = made.shown("--row", "kid")["rows"][0]["sub_bookmarks"]
    assert [(x["sub"], x["value"]["data"]["last"]) for x in subs] == [
        ("_n.1", "in1/a.jsonl"), ("eu", "ineu/a.jsonl")]
    expect(made.command("reset", "--row", "kid", "--parent-key", "1", "--yes"), DONE)
    assert [x["sub"] for x in made.shown("--row", "kid")["rows"][0]["sub_bookmarks"]] == ["eu"]


def test_a_parent_key_that_may_mean_two_values_is_refused(run):
    made = family(run)
    expect(made.command("set", "--row", "kid", "--parent-key", "42", "--bookmark", "1", "--yes"),
           BAD_CONFIG, "_n.42", '"42"')


def test_a_child_that_runs_is_in_the_way_of_its_reset(run):
    made = family(run)
    put(run, "test::kid::eu", envelope(1))
    put(run, "test::kid::eu::__lease__", live_lease())
    expect(made.command("reset", "--row", "kid", "--yes"), FAILED, "run-9")
    assert len(made.shown("--row", "kid")["rows"][0]["sub_bookmarks"]) == 1


# -- export and import -----------------------------------------------------------------------------


def test_an_export_carries_state_into_another_store(pipeline, run):
    pipeline.ran()
    done = pipeline.command("export", "-o", "kept.json")
    expect(done, DONE)
    kept = json.loads(run.read("kept.json"))
    assert (kept["version"], kept["pipeline"]) == (1, "test")
    assert kept["keys"]["test::row-0"]["data"]["last"] == "in/a.jsonl"
    assert not any("__lease__" in key for key in kept["keys"])
    datetime.datetime.fromisoformat(kept["exported_at"].replace("Z", "+00:00"))
    expect(pipeline.command("import", "kept.json", "--to-state", "file:other", "--yes"), DONE)
    moved = shop(run, file_state("other"))
    assert moved.bookmark()["last"] == "in/a.jsonl"
    moved.ran()
    assert len(run.records("out.jsonl")) == 2, "the next run read again what it had read"


def test_an_import_puts_back_exactly_what_was_exported(pipeline):
    """[P82]"""
    pipeline.ran()
    run = pipeline.run
    run.write("kept.json", pipeline.command("export").stdout)
    expect(pipeline.command("set", "--row", "row-0", "--bookmark", "1", "--yes"), DONE)
    extra = json.loads(run.read("kept.json"))
    extra["keys"]["test::late"] = envelope(5)
    run.write("more.json", extra)
    expect(pipeline.command("import", "more.json", "--overwrite", "--yes"), DONE)
    expect(pipeline.command("import", "kept.json", "--yes"), BAD_CONFIG, "--overwrite")
    expect(pipeline.command("import", "kept.json", "--overwrite"), BAD_CONFIG, "--yes")
    done = pipeline.command("import", "kept.json", "--overwrite", "--yes", "--json")
    told = json.loads(done.stdout)
    assert told["deleted"] == ["test::late"] and told["applied"]
    assert json.loads(pipeline.command("export").stdout)["keys"] == json.loads(
        run.read("kept.json"))["keys"]


def test_a_dry_run_of_an_import_changes_nothing(run):
    made = shop(run).ran()
    run.write("kept.json", made.command("export").stdout)
    files = run.files()
    expect(made.command("import", "kept.json", "--to-state", "other", "--dry-run"), DONE)
    assert run.files() == files


def test_a_row_that_runs_is_in_the_way_of_an_import(run):
    made = shop(run).ran()
    run.write("kept.json", made.command("export").stdout)
    put(run, "test::row-0::__lease__", live_lease())
    expect(made.command("import", "kept.json", "--overwrite", "--yes"), FAILED, "run-9")


def test_state_moves_between_real_stores(run, postgres, redis_state):
    made = shop(run).ran()
    run.write("kept.json", made.command("export").stdout)
    first = made.bookmark()
    table = {"type": "postgres", "config": {"url": postgres.url}}
    for block, address in ((table, postgres.url), (redis_state, json.dumps(redis_state))):
        expect(made.command("import", "kept.json", "--to-state", address, "--yes"), DONE)
        assert shop(run, block).bookmark() == first
        made.write()


@pytest.mark.parametrize("content, parts", [
    ("", ["JSON"]), ("[]", ["version"]), ("{}", ["version"]),
    ({"version": 2, "pipeline": "test", "keys": {}}, ["version 2"]),
    ({"version": "1", "pipeline": "test", "keys": {}}, ["version"]),
    ({"version": 1, "keys": {}}, ["pipeline"]),
    ({"version": 1, "pipeline": "other", "keys": {}}, ["other"]),
    ({"version": 1, "pipeline": "test"}, ["keys"]),
    ({"version": 1, "pipeline": "test", "keys": {"other::a": 1}}, ["other::a"]),
    ({"version": 1, "pipeline": "test", "keys": {"test::../../a": 1}}, ["test::../../a"]),
], ids=range(10))
def test_a_file_that_is_no_export_of_this_pipeline_is_refused(run, content, parts):
    made = shop(run)
    run.write("bad.json", content)
    expect(made.command("import", "bad.json", "--yes"), BAD_CONFIG, "bad.json", *parts)
    assert made.bookmark() is None


@pytest.mark.parametrize("address", ["mysql://u:hidden@h/db", "file:", "{type: none, config: {}}",
                                     "{type: file, config: {pth: x}}"])
def test_a_store_that_is_none_is_refused(run, address):
    made = shop(run).ran()
    run.write("kept.json", made.command("export").stdout)
    done = made.command("import", "kept.json", "--to-state", address, "--yes")
    expect(done, BAD_CONFIG)
    assert "hidden" not in done.stderr


def test_a_password_in_a_state_address_is_never_told(run):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"postgres://u:hidden-word@127.0.0.1:{port}/db"
    made = shop(run, {"type": "postgres", "config": {"url": url}})
    for arguments in (["show"], ["export"], ["set", "--row", "row-0", "--bookmark", "1", "--yes"],
                      ["reset", "--row", "row-0", "--yes"]):
        done = made.command(*arguments)
        assert done.returncode == FAILED, done.stderr
        assert "hidden-word" not in done.stdout + done.stderr


def test_an_export_of_nothing_says_so(run):
    done = shop(run).command("export")
    expect(done, DONE, "nothing is stored")
    assert json.loads(done.stdout)["keys"] == {}


def test_an_export_that_cannot_be_written_fails(run):
    expect(shop(run).ran().command("export", "-o", "no/such/folder/x.json"), FAILED, "no/such")


# -- at the same time ------------------------------------------------------------------------------


def test_a_row_cannot_be_moved_while_it_really_runs(run):
    """What the run itself stored stands afterwards."""
    made = shop(run)
    slow = ("generate", {"rows": 4000, "rows_per_sec": 1000, "batch_size": 100,
                         "fields": {"id": {"kind": "sequence"}}})
    run.pipeline(slow, ("jsonl", {"path": "slow.jsonl"}), pipeline={"state": made.state})
    process = run.start("run", "pipeline.yaml")
    try:
        while process.poll() is None and "running" not in made.shown()["rows"][0]:
            pass
        for arguments in (["set", "--row", "row-0", "--bookmark", "1"], ["reset", "--row", "row-0"]):
            expect(made.command(*arguments, "--yes"), FAILED, "being run by", "--force")
        _, err = process.communicate(timeout=60)
    finally:
        stop(process)
    assert process.returncode == DONE, err
    assert made.bookmark() not in (None, 1)
