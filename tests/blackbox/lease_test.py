"""Two runs of one row."""

import json
import os
import signal
import time

import pytest

from conftest import DONE, FAILED, expect, stop

LEASE = "state/test%3A%3Arow-0%3A%3A__lease__.json"
STATUS = "state/test%3A%3Arow-0%3A%3A__status__.json"


@pytest.fixture
def waiting(run):
    """A run that waits for its sink's reader, holding the lease of its row."""
    os.mkfifo(run.folder / "pipe")
    run.write("in.csv", "id\n1\n")
    run.pipeline(("csv", {"path": "in.csv"}), ("jsonl", {"path": "pipe"}),
                 pipeline={"state": {"type": "file", "config": {"path": "state"}}})
    process = run.start("run", "pipeline.yaml")
    for _ in range(500):
        if (run.folder / LEASE).exists():
            break
        time.sleep(0.01)
    else:
        pytest.fail("no lease was taken")
    yield process
    stop(process)


def into_a_file(run):
    """The same row with a sink that does not wait."""
    run.pipeline(("csv", {"path": "in.csv"}), ("jsonl", {"path": "out.jsonl"}),
                 pipeline={"state": {"type": "file", "config": {"path": "state"}}})


def test_a_second_run_is_refused_and_names_the_first(run, waiting):
    """[P74] [P76]"""
    lease = run.read(LEASE)
    into_a_file(run)
    expect(run("run", "pipeline.yaml"), FAILED, json.loads(lease)["run_id"], str(waiting.pid),
           "--force", "error: row-0")
    assert run.read(LEASE) == lease
    assert not (run.folder / "out.jsonl").exists()
    assert not (run.folder / STATUS).exists()


def test_force_takes_the_lease_over(run, waiting):
    """[P74]"""
    into_a_file(run)
    expect(run("run", "pipeline.yaml", "--force"), DONE, "took the lease")
    assert run.records("out.jsonl") == [{"id": "1"}]


def test_a_run_that_lost_its_lease_fails_and_leaves_no_status(run, waiting):
    into_a_file(run)
    expect(run("run", "pipeline.yaml", "--force"), DONE)
    status = run.read(STATUS)
    assert (run.folder / "pipe").read_text().count("\n") <= 1  # its sink goes on, now
    _, told = waiting.communicate(timeout=60)
    assert waiting.returncode == FAILED
    assert "lease" in told
    assert run.read(STATUS) == status


def test_the_lease_of_a_killed_run_is_taken_over_at_once(run, waiting):
    stop(waiting, signal.SIGKILL)
    assert (run.folder / LEASE).exists()
    into_a_file(run)
    expect(run("run", "pipeline.yaml"), DONE)
    assert not (run.folder / LEASE).exists()


def test_a_cancelled_run_gives_its_lease_back_and_leaves_no_status(run, waiting):
    stop(waiting, signal.SIGTERM)
    assert waiting.returncode == 130
    assert not (run.folder / LEASE).exists()
    assert not (run.folder / STATUS).exists()


def test_a_run_leaves_its_status(run):
    run.write("in.csv", "id\n1\n")
    into_a_file(run)
    expect(run("run", "pipeline.yaml"), DONE)
    status = json.loads(run.read(STATUS))
    assert status["last_success"]["records"] == 1
    assert status["consecutive_failures"] == 0
    (run.folder / "in.csv").unlink()
    for count in (1, 2):
        expect(run("run", "pipeline.yaml"), FAILED)
        assert json.loads(run.read(STATUS))["consecutive_failures"] == count
    assert "in.csv" in json.loads(run.read(STATUS))["last_failure"]["error"]


def test_a_damaged_status_is_replaced_by_the_next_outcome(run):
    run.write("in.csv", "id\n1\n")
    into_a_file(run)
    run.write(STATUS, "{bad")
    assert run("status", "pipeline.yaml").returncode == 1
    done = run("run", "pipeline.yaml")
    expect(done, DONE)
    assert "warn" not in done.stderr
    assert json.loads(run.read(STATUS))["last_success"]["records"] == 1


def test_a_damaged_lease_is_somebodys_until_it_is_forced(run):
    """[P74]"""
    run.write("in.csv", "id\n1\n")
    into_a_file(run)
    run.write(LEASE, "{bad")
    expect(run("run", "pipeline.yaml"), FAILED, "test::row-0::__lease__", "--force")
    assert run.read(LEASE) == "{bad"
    assert not (run.folder / "out.jsonl").exists()
    change = ("state", "set", "pipeline.yaml", "--row", "row-0", "--bookmark", "1", "--yes")
    expect(run(*change), FAILED, "test::row-0::__lease__", "--force")
    expect(run(*change, "--dry-run", "--force"), DONE)
    expect(run("run", "pipeline.yaml", "--force"), DONE, "took the lease")
    assert not (run.folder / LEASE).exists()
    expect(run("run", "pipeline.yaml"), DONE)


@pytest.mark.parametrize("flags", [["--dry-run"], ["--limit", "1"]])
def test_a_run_that_only_looks_leaves_no_markers(run, flags):
    """[P71]"""
    run.write("in.csv", "id\n1\n")
    into_a_file(run)
    expect(run("run", "pipeline.yaml", *flags), DONE)
    assert not (run.folder / "state").exists()


def test_a_state_folder_that_cannot_be_made_ends_the_run_before_the_source_is_opened(run):
    into_a_file(run)
    run.write("state", "a file")  # in.csv is not there, and that is not what is told
    done = run("run", "pipeline.yaml")
    expect(done, FAILED, "state")
    assert "in.csv" not in done.stderr
