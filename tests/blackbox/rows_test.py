"""How `faucet validate` shows the rows of a pipeline, and what a selection of them would run."""

import json

import pytest

from conftest import BAD_CONFIG, DONE, expect, faucet

ROWS = """\
name: rows
pipeline:
  source: {type: csv, config: {path: a.csv}, tags: [base]}
  sink: {type: jsonl, config: {path: out.jsonl}}
matrix:
  - {id: must, source: {status: mandatory}, sink: {config: {path: must.jsonl}}}
  - {id: kid, parent: must, parent_key: name, sink: {config: {path: "kid-${must.name}.jsonl"}}}
  - {id: later, source: {status: available}, sink: {config: {path: later.jsonl}}}
  - {id: last, depends_on: [must], tags: [end], sink: {config: {path: last.jsonl}}}
"""


@pytest.fixture
def validate(tmp_path):
    (tmp_path / "rows.yaml").write_text(ROWS)
    return lambda *flags: faucet(tmp_path)("validate", "rows.yaml", *flags)


def decisions(done):
    expect(done, DONE)
    return {row["id"]: row["decision"] for row in json.loads(done.stdout)["rows"]}


def test_validate_lists_roots_and_children(validate):
    done = validate()
    expect(done, DONE)
    assert done.stdout.splitlines() == [
        "ok: 'rows' rows=4 (roots=3, children=1)",
        "  - must [root] source=csv sink=jsonl delivery=at-least-once",
        "  - later [root] source=csv sink=jsonl delivery=at-least-once",
        "  - last [root] source=csv sink=jsonl depends_on=[must] delivery=at-least-once",
        "  - kid [child of 'must' (parent_key=name)] source=csv sink=jsonl delivery=at-least-once",
        "run selection (include_parents=off):",
        "  - must status=mandatory tags=[base] -> RUN",
        "  - later status=available tags=[base] -> skip",
        "  - last status=active tags=[base, end] -> RUN",
        "  - kid status=active tags=[base] -> RUN",
    ]


def test_validate_tells_rows_as_json(validate):
    done = validate("--json")
    expect(done, DONE)
    document = json.loads(done.stdout)
    rows = {row["id"]: row for row in document["rows"]}
    assert (document["row_count"], document["roots"], document["children"]) == (4, 3, 1)
    assert document["selection_active"] is True
    assert rows["kid"] == {
        "id": "kid", "source": "csv", "sink": "jsonl", "role": "child", "parent_id": "must",
        "parent_key": "name", "depends_on": [], "delivery": "at-least-once", "status": "active",
        "tags": ["base"], "decision": "run"}
    assert rows["last"]["role"] == "root" and rows["last"]["parent_id"] is None


def test_flags_select_rows(validate):
    assert decisions(validate("--json", "--select", "later")) == {
        "must": "skip", "later": "run", "last": "skip", "kid": "skip"}
    assert decisions(validate("--json", "--only", "l*", "--include-parents", "eligible")) == {
        "must": "run", "later": "run", "last": "run", "kid": "skip"}
    assert decisions(validate("--json", "--status", "available", "--skip", "kid,last")) == {
        "must": "run", "later": "run", "last": "skip", "kid": "skip"}
    assert decisions(validate("--json", "--tag", "end", "--include-parents", "all")) == {
        "must": "run", "later": "skip", "last": "run", "kid": "skip"}


@pytest.mark.parametrize("flags, told", [
    (["--select", "nope"], 'select "nope" matches no row (rows: must [mandatory], later [available], last, kid)'),
    (["--tag", "nope"], 'no row has the tag "nope"'),
    (["--select", "kid"], 'row "kid" waits for row "must", which is not selected'),
    (["--skip", "must,kid,last"], "no row is selected"),
])
def test_selections_that_cannot_be_meant_are_refused(validate, flags, told):
    expect(validate(*flags), BAD_CONFIG, told)


def test_transforms_of_a_child_know_the_parent_record(tmp_path):
    run = faucet(tmp_path)
    run.write("a.jsonl", '{"id":1,"name":"x"}\n{"id":2,"name":"y"}\n')
    run.write("p.yaml", """\
pipeline:
  source: {type: file, config: {path: a.jsonl}}
  sink: {type: jsonl, config: {path: all.jsonl}}
matrix:
  - {id: p}
  - id: k
    parent: p
    transforms:
      - {type: filter, config: {path: name, op: eq, value: "${p.name}"}}
      - {type: set, config: {values: {number: "${p.id}", text: "is ${p.id}"}}}
    sink: {config: {path: "k-${p.id}.jsonl"}}
""")
    expect(run("run", "p.yaml"), DONE)
    assert run.records("k-2.jsonl") == [{"id": 2, "name": "y", "number": 2, "text": "is 2"}]
