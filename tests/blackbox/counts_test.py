"""What a run counts as written is where it was to go: in the summary, in JSON and in the status."""

import json

from conftest import DONE, FAILED, expect

STATE = {"state": {"type": "file", "config": {"path": "state"}}}


def numbers(run, good, bad=()):
    run.write("in.csv", "\n".join(["id", *map(str, range(good)), *bad]) + "\n")
    return "csv", {"path": "in.csv", "batch_size": 10}


def row_of(done):
    return json.loads(done.stdout)["rows"][0]


def last_failure(run):
    marker = json.loads(run.read("state/test%3A%3Arow-0%3A%3A__status__.json"))
    return marker["last_failure"]


def test_rows_that_a_failed_copy_takes_back_are_not_counted(run, postgres):
    postgres.execute("CREATE TABLE numbers(id integer)")
    run.pipeline(numbers(run, 340, ["x"]),
                 ("postgres", {"connection_url": postgres.url, "table_name": "numbers",
                               "column_mapping": "auto_map"}), pipeline=STATE)
    done = run("run", "pipeline.yaml", "--output", "json")
    assert done.returncode == FAILED, done.stderr
    kept, = postgres.rows("SELECT count(*) FROM numbers")[0]
    assert row_of(done)["rows_out"] == kept
    failure = last_failure(run)
    assert failure["records"] == kept
    counts = failure["batches"]
    assert counts["committed"] == kept // 10
    assert counts["attempted"] == counts["committed"] + counts["failed"]


def test_rows_of_a_file_that_was_not_published_are_not_counted(run):
    run.pipeline(("csv", {"path": "in.csv", "batch_size": 10}), pipeline=STATE)
    numbers(run, 30, ["1,2"])
    done = run("run", "pipeline.yaml", "--output", "json")
    assert done.returncode == FAILED, done.stderr
    assert "out.jsonl" not in run.files()
    assert row_of(done)["rows_out"] == 0
    assert last_failure(run)["records"] == 0


def test_records_that_stdout_drops_are_not_counted(run):
    run.pipeline(numbers(run, 25), ("stdout", {"max_records": 13}))
    done = run("run", "pipeline.yaml")
    expect(done, DONE, "wrote 13 records", "25 in, 13 out")
    assert len(done.stdout.splitlines()) == 13
