"""Several rows in one run: order, failures, parents and children."""

import json

import pytest

from conftest import BAD_CONFIG, DONE, FAILED, expect


def matrix(run, rows, **more):
    """Writes a pipeline whose rows read and write CSV and JSON Lines."""
    pipeline = {"source": {"type": "csv", "config": {"path": "in.csv"}},
                "sink": {"type": "jsonl", "config": {}}} | more.pop("pipeline", {})
    run.write("pipeline.yaml", {"name": "test", "pipeline": pipeline, "matrix": rows} | more)
    run.write("in.csv", "id,name\n1,a\n2,b\n")


def row(name, **more):
    return {"id": name, "sink": {"config": {"path": f"{name}.jsonl"}}} | more


def reading(path):
    return {"config": {"path": path}}


def rows_of(done):
    return {(r["row_id"], r.get("parent_key")): r for r in json.loads(done.stdout)["rows"]}


def test_rows_run_with_what_they_change(run):
    matrix(run, [row("a"), row("b", transforms=[{"type": "drop", "config": {"fields": ["name"]}}])])
    expect(run("run", "pipeline.yaml"), DONE, "2 invocations, 2 ok", "wrote 4 records")
    assert run.records("a.jsonl") == [{"id": "1", "name": "a"}, {"id": "2", "name": "b"}]
    assert run.records("b.jsonl") == [{"id": "1"}, {"id": "2"}]


def test_what_depends_on_a_failed_row_is_skipped_and_no_failure(run):
    """[P101] [P302]"""
    matrix(run, [row("below", parent="dependent", source=reading("${dependent.id}.csv"),
                     sink={"config": {"path": "below-${dependent.id}.jsonl"}}),
                 row("dependent", depends_on=["bad"]), row("bad", source=reading("none.csv")),
                 row("good"), row("after", depends_on=["good"])])
    done = run("run", "pipeline.yaml", "--output", "json")
    expect(done, FAILED)
    rows = rows_of(done)
    assert {name: r["status"] for (name, _), r in rows.items()} == {
        "below": "skipped", "dependent": "skipped", "bad": "failed", "good": "ok", "after": "ok"}
    assert rows["dependent", None]["error"] == "skipped: depends_on row 'bad' failed or was skipped"
    assert rows["below", None]["error"] == "skipped: parent row 'dependent' failed or was skipped"
    totals = json.loads(done.stdout)["totals"]
    assert (totals["ok"], totals["failed"], totals["skipped"]) == (2, 1, 2)
    text = run("run", "pipeline.yaml")
    expect(text, FAILED, "2 ok, 1 failed, 2 skipped", "dependent [csv -> jsonl] skipped: ",
           "error: bad: none.csv")


def test_a_child_runs_for_each_record_with_a_bookmark_of_its_own(run):
    matrix(run, [row("p"), row("c", parent="p", source=reading("c-${p.id}.csv"),
                               sink={"config": {"path": "c-${p.id}.jsonl"}})],
           pipeline={"state": {"type": "file", "config": {"path": "state"}}})
    run.write("c-1.csv", "x\n10\n")
    done = run("run", "pipeline.yaml", "--output", "json")
    expect(done, FAILED)  # there is no c-2.csv
    rows = rows_of(done)
    assert rows["c", "1"]["status"] == "ok"
    assert rows["c", "2"]["status"] == "failed"
    assert "c-2.csv" in rows["c", "2"]["error"]
    assert run.records("c-1.jsonl") == [{"x": "10"}]
    assert "state/test%3A%3Ac%3A%3A1%3A%3A__status__.json" in run.files()
    assert len({r["run_id"] for r in rows.values()}) == 3


def test_a_path_into_the_parent_record_and_a_value_that_is_a_path(run):
    matrix(run, [row("p", source={"type": "file", "config": {"path": "parents.jsonl"}}),
                 row("c", parent="p", parent_key="meta.key", source=reading("${p.meta.key}.csv"),
                     sink={"config": {"path": "out-${p.meta.key}.jsonl"}})])
    run.write("parents.jsonl", '{"meta":{"key":"one"}}\n')
    run.write("one.csv", "x\n1\n")
    expect(run("run", "pipeline.yaml"), DONE, "c[one] [csv -> jsonl] ok")
    assert run.records("out-one.jsonl") == [{"x": "1"}]


@pytest.mark.parametrize("content, told", [
    ("id\n7\n8\n7\n", "error: c[7]: records 1 and 3 of row \"p\" have the same"),
    ("id\n\"\"\n8\n", "error: c[]: record 1 of row \"p\""),
])
def test_only_the_children_that_would_share_a_bookmark_fail(run, content, told):
    """[P64]"""
    matrix(run, [row("p"), row("c", parent="p", source=reading("child.csv"),
                               sink={"config": {"path": "c-${p.id}.jsonl"}})],
           pipeline={"state": {"type": "file", "config": {"path": "state"}}})
    run.write("in.csv", content)
    run.write("child.csv", "x\n1\n")
    expect(run("run", "pipeline.yaml"), FAILED, told, "c[8] [csv -> jsonl] ok")
    assert [file.name for file in run.folder.glob("c-*")] == ["c-8.jsonl"]


def test_no_child_runs_where_no_record_has_the_key(run):
    matrix(run, [row("p"), row("c", parent="p", source=reading("child.csv"),
                               sink={"config": {"path": "c-${p.name}.jsonl"}})],
           pipeline={"state": {"type": "file", "config": {"path": "state"}}})
    run.write("in.csv", "name\nx\n")
    run.write("child.csv", "x\n1\n")
    expect(run("run", "pipeline.yaml"), FAILED, "error: c[#1]: record 1", "lacks the parent key")
    assert not list(run.folder.glob("c-*"))


def test_on_error_stop_skips_what_has_not_started(run):
    """[P103]"""
    matrix(run, [row("bad", source=reading("none.csv")), row("next")],
           execution={"max_concurrent": 1, "on_error": "stop"})
    done = run("run", "pipeline.yaml")
    expect(done, FAILED, "next [csv -> jsonl] skipped: row 'bad' failed and on_error is stop")
    assert not (run.folder / "next.jsonl").exists()


def test_selected_rows_run_and_no_others(run):
    matrix(run, [row("a"), row("b", tags=["x"]), row("c", depends_on=["a"])])
    expect(run("run", "pipeline.yaml", "--select", "b"), DONE, "1 invocation, 1 ok")
    expect(run("run", "pipeline.yaml", "--tag", "x"), DONE, "1 invocation, 1 ok")
    expect(run("run", "pipeline.yaml", "--select", "c", "--include-parents", "all"), DONE,
           "2 invocations, 2 ok")
    expect(run("run", "pipeline.yaml", "--select", "d"), BAD_CONFIG, "a", "b", "c")


@pytest.mark.parametrize("command", ["run", "validate", "preview", "state show", "state export",
                                     "status", "doctor", "doctor --offline"])
def test_two_rows_that_write_one_file_are_refused(run, command):
    """[P128]"""
    matrix(run, [row("a"), row("b", sink={"config": {"path": "./a.jsonl"}})])
    words = command.split()
    expect(run(*words, "pipeline.yaml"), BAD_CONFIG, "both write", "a.jsonl")


def test_records_that_make_one_file_name_do_not_write_over_each_other(run):
    """[P128]"""
    matrix(run, [row("p"), row("c", parent="p", source=reading("in.csv"),
                               sink={"config": {"path": "to-${p.name}.jsonl"}})])
    run.write("in.csv", "id,name\n1,same\n2,same\n")
    expect(run("run", "pipeline.yaml"), FAILED, "to-same.jsonl: c[1] of the same run writes it, too")


def test_a_value_of_the_parent_does_not_lead_out_of_its_folder(run):
    (run.folder / "a" / "b").mkdir(parents=True)
    matrix(run, [row("p"), row("c", parent="p", sink={"config": {"path": "a/b/${p.id}.jsonl"}})])
    run.write("in.csv", "id,name\n../../evil,a\nc,b\n")
    expect(run("run", "pipeline.yaml"), FAILED, '${p.id}: the value "../../evil" of row "p"', "2 ok")
    assert not (run.folder / "evil.jsonl").exists()
    assert len(run.records("a/b/c.jsonl")) == 2


def test_a_record_names_a_table_by_a_plain_name_only(run):
    table = {"database_url": "sqlite:t.db", "table_name": "t_${p.name}", "column_mapping": "auto_map"}
    matrix(run, [row("p"), row("c", parent="p", sink={"type": "sqlite", "config": table})])
    run.write("in.csv", "id,name\n1,a-b\n2,x; drop\n")
    done = run("run", "pipeline.yaml", "--output", "json")
    expect(done, FAILED)
    rows = rows_of(done)
    assert rows["c", "1"]["status"] == "ok"
    assert "no plain name" in rows["c", "2"]["error"]


def test_a_bad_option_of_a_child_starts_nothing(run):
    matrix(run, [row("p"), row("c", parent="p", source=reading("${p.id}.csv"),
                               sink={"config": {"path": "${p.id}.jsonl", "apend": True}})])
    expect(run("run", "pipeline.yaml"), BAD_CONFIG, "apend")
    assert not (run.folder / "p.jsonl").exists()


def test_a_preview_shows_root_rows_one_after_the_other(run):
    matrix(run, [row("a"), row("c", parent="a", source=reading("${a.id}.csv"),
                               sink={"config": {"path": "${a.id}.jsonl"}}),
                 row("b", depends_on=["a"])])
    done = run("preview", "pipeline.yaml", "--limit", 1)
    expect(done, DONE)
    assert done.stdout == '{"id":"1","name":"a"}\n' * 2
    assert run.files() == ["in.csv", "pipeline.yaml"]


def test_the_log_in_json_holds_summary_and_errors_too(run):
    matrix(run, [row("good"), row("bad", source=reading("none.csv"))])
    done = run("--log-format", "json", "run", "pipeline.yaml")
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [x["level"] for x in lines] == ["info", "info", "info", "error"]
    assert "none.csv" in lines[-1]["message"]
    quiet = run("run", "pipeline.yaml", "--quiet")
    assert quiet.stderr.startswith("error: bad: none.csv")
    assert len(quiet.stderr.splitlines()) == 1
