"""Pipeline files from outside. The tag names the fault that a test guards against."""

import json

import pytest

from conftest import BAD_CONFIG, DONE, expect

CSV = ("csv", {"path": "in.csv"})


def with_values(run, values, **more):
    """Runs one row through a set transform and returns the record."""
    run.write("in.csv", "a\n1\n")
    env = more.pop("env", None)
    expect(run.move(CSV, transforms=[("set", {"values": values})], env=env, **more), DONE)
    return run.records("out.jsonl")[0]


def test_a_chain_of_variables_resolves(run):
    """[P107]"""
    found = with_values(run, {"x": "<${vars.a}>"}, vars={"a": "${vars.b}", "b": "${vars.c}", "c": "end"})
    assert found["x"] == "<end>"


def test_a_whole_reference_keeps_its_type(run):
    found = with_values(run, {"n": "${vars.n}", "t": "n=${vars.n}", "l": "${vars.l}"},
                        vars={"n": 5, "l": [1, {"k": None}]})
    assert found == {"a": "1", "n": 5, "t": "n=5", "l": [1, {"k": None}]}


def test_text_from_the_environment_is_taken_for_an_integer_option(run):
    run.write("in.csv", "a\n1\n")
    source = ("csv", {"path": "in.csv", "batch_size": "${env:N}"})
    expect(run.move(source, env={"N": "10"}), DONE)
    expect(run.move(source, env={"N": "ten"}), BAD_CONFIG, "batch_size")


def test_an_escaped_reference_stays_as_it_is(run):
    """[P304]"""
    found = with_values(run, {"x": "$${env:HOME}", "y": "${vars.v}"}, vars={"v": "$${now.date}"})
    assert (found["x"], found["y"]) == ("${env:HOME}", "${now.date}")


@pytest.mark.parametrize("reference", ["${unknown:x}", "${env.HOME}", "${now.fortnight}", "${vars.none}",
                                       "${param.none}", "${file:none.txt}"])
def test_a_reference_that_leads_nowhere_is_an_error(run, reference):
    run.write("in.csv", "a\n1\n")
    done = run.move(CSV, transforms=[("set", {"values": {"x": reference}})])
    expect(done, BAD_CONFIG, reference.strip("${}").split(".")[-1].split(":")[-1])


def test_a_file_is_read_whole_but_not_without_end(run):
    """[P106]"""
    run.write("secret.txt", "swordfish")
    assert "swordfish" in with_values(run, {"x": "${file:secret.txt}"})["x"]
    expect(run.move(CSV, transforms=[("set", {"values": {"x": "${file:/dev/zero}"}})]), BAD_CONFIG,
           "/dev/zero")


def test_the_clock_resolves_in_source_sink_and_transforms(run):
    """[P110]"""
    run.write("2024-02-29.csv", "a\n1\n")
    run.pipeline(("csv", {"path": "${now.date}.csv"}), ("jsonl", {"path": "out-${now.year}.jsonl"}),
                 [("set", {"values": {"at": "${now.strftime.%H}"}})])
    expect(run("run", "pipeline.yaml", "--clock", "2024-02-29T23:59:59Z"), DONE)
    assert run.records("out-2024.jsonl") == [{"a": "1", "at": "23"}]


def test_the_clock_is_refused_in_state(run):
    """[P80]"""
    run.write("in.csv", "a\n1\n")
    done = run.move(CSV, pipeline={"state": {"type": "file", "config": {"path": "s-${now.date}"}}})
    expect(done, BAD_CONFIG, "now.date", "state")


def test_a_secret_is_not_printed(run):
    run.write("in.csv", "a\n1\n")
    done = run.move(("csv", {"path": "in.csv", "batch_size": "${secret:TOKEN}"}),
                    env={"TOKEN": "swordfish"})
    expect(done, BAD_CONFIG, "batch_size")
    assert "swordfish" not in done.stderr + done.stdout


@pytest.mark.parametrize("text, parts", [
    ("version: 1\nname: a\nname: b\n", ["pipeline.yaml:3", "name"]),
    ("a: &a [1,1]\nb: &b [*a,*a]\n" + "".join(
        f"x{i}: &x{i} [{','.join([f'*x{i-1}' if i else '*b'] * 40)}]\n" for i in range(8)), []),
    ("version: 1\npipeline: " + "[" * 5000 + "]" * 5000 + "\n", []),
    ("version: 2\npipeline: {}\n", ["version"]),
], ids=["duplicate key", "alias bomb", "deep nesting", "another version"])
def test_a_malicious_or_mistaken_document_is_refused_at_once(run, text, parts):
    run.write("pipeline.yaml", text)
    expect(run("validate", "pipeline.yaml", timeout=20), BAD_CONFIG, *parts)


def test_merge_keys_work(run):
    run.write("in.csv", "a\n1\n")
    run.write("pipeline.yaml", """\
version: 1
vars:
  defaults: &defaults {batch_size: 10, flexible: true}
pipeline:
  source:
    type: csv
    config: {<<: *defaults, path: in.csv}
  sink: {type: jsonl, config: {path: out.jsonl}}
""")
    expect(run("run", "pipeline.yaml"), DONE)


def test_a_pipeline_in_json_runs(run):
    run.write("in.csv", "a\n1\n")
    run.pipeline(CSV).rename(run.folder / "pipeline.json")
    expect(run("run", "pipeline.json"), DONE)


def test_renaming_two_fields_into_each_other_swaps_them(run):
    """[P122]"""
    run.write("in.csv", "a,b\n1,2\n")
    expect(run.move(CSV, transforms=[("rename_field", {"fields": {"a": "b", "b": "a"}})]), DONE)
    assert run.records("out.jsonl") == [{"b": "1", "a": "2"}]


@pytest.mark.parametrize("transform", [("flatten", {"separator": "__"}),
                                       ("keys_case", {"mode": "snake"})], ids=lambda t: t[0])
def test_fields_that_come_to_the_same_name_are_an_error(run, transform):
    """[P121]"""
    run.write("in.jsonl", json.dumps({"a__b": 1, "a": {"b": 2}, "userId": 3, "user_id": 4}) + "\n")
    done = run.move(("file", {"path": "in.jsonl"}), transforms=[transform])
    assert done.returncode == 1, done.stderr
    assert "a__b" in done.stderr or "user_id" in done.stderr


def test_numbers_compare_exactly_and_by_value(run):
    """[P124]"""
    run.write("in.jsonl", '{"n":1}\n{"n":1.0}\n{"n":9007199254740993}\n{"n":9007199254740992}\n')
    for value, kept in ((1, 2), (9007199254740993, 1)):
        expect(run.move(("file", {"path": "in.jsonl"}),
                        transforms=[("filter", {"path": "n", "op": "eq", "value": value})]), DONE)
        assert len(run.records("out.jsonl")) == kept


def test_an_error_in_a_transform_names_the_record(run):
    run.write("in.csv", "a\n1\nx\n")
    done = run.move(CSV, transforms=[("cast", {"fields": {"a": "int"}})])
    assert done.returncode == 1
    assert "record 2" in done.stderr or "2" in done.stderr
