"""Cancelling from outside: at the page boundary, flushed, exit 130; and kill -9 at any moment."""

import json
import os
import random
import signal
import subprocess
import time

import pytest

from conftest import CANCELLED, DONE, stop

SLOW = ("generate", {"rows": 0, "rows_per_sec": 2000, "batch_size": 100,
                     "fields": {"id": {"kind": "sequence"}}})


def wait_for(what, seconds=30):
    """Looks until something holds; the tests say what, and never how long it takes."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)


def started(run, file="out.jsonl"):
    return lambda: any(name.startswith(file) for name in run.files())


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
def test_a_signal_stops_at_a_page_boundary_with_exit_130(run, how):
    """[P305]"""
    run.pipeline(SLOW, ("jsonl", {"path": "out.jsonl", "append": True}))
    process = run.start("run", "pipeline.yaml")
    try:
        wait_for(started(run))
        wait_for(lambda: (run.folder / "out.jsonl").stat().st_size > 0)
        process.send_signal(how)
        process.communicate(timeout=30)
        assert process.returncode == CANCELLED
        ids = [r["id"] for r in run.records("out.jsonl")]
        assert ids == list(range(ids[0], ids[0] + len(ids)))
        assert len(ids) % 100 == 0, "a page was torn"
    finally:
        stop(process)


def test_a_cancelled_run_without_a_checkpoint_leaves_no_file(run):
    run.pipeline(SLOW, ("jsonl", {"path": "out.jsonl"}))
    process = run.start("run", "pipeline.yaml")
    try:
        wait_for(started(run))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        assert process.returncode == CANCELLED
    finally:
        stop(process)


def test_a_signal_ends_a_run_whose_sink_waits_for_a_reader(run):
    os.mkfifo(run.folder / "pipe")
    run.pipeline(("generate", {"rows": 3}), ("jsonl", {"path": "pipe"}))
    process = run.start("run", "pipeline.yaml")
    try:
        time.sleep(0.5)  # nothing shows from outside that it waits
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        assert process.returncode == CANCELLED
    finally:
        stop(process)


def test_a_second_signal_ends_at_once(run):
    run.pipeline(("generate", {"rows": 0, "page_delay_ms": 600000,
                               "fields": {"id": {"kind": "sequence"}}}))
    process = run.start("run", "pipeline.yaml")
    try:
        wait_for(started(run))
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
        assert process.returncode == CANCELLED
    finally:
        stop(process)


def test_a_program_that_waits_for_its_pipeline_file_can_be_interrupted(run):
    os.mkfifo(run.folder / "endless.yaml")
    writers = []

    def is_read():
        try:
            writers.append(os.open(run.folder / "endless.yaml", os.O_WRONLY | os.O_NONBLOCK))
        except OSError:  # nobody has opened it yet
            return False
        return True

    process = run.start("validate", "endless.yaml")
    try:
        wait_for(is_read)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
        assert process.returncode == -signal.SIGINT
    finally:
        stop(process)
        for writer in writers:
            os.close(writer)


@pytest.mark.slow
def test_kill_9_fifty_times_leaves_no_torn_file_and_the_next_run_completes(run):
    """[P130] Whole files only under a final name, whatever the moment; and [P235] a lock that a
    killed run held keeps nobody out."""
    rows = 15000
    source = ("generate", {"rows": rows, "seed": 3, "batch_size": 500, "fields": {
        "id": {"kind": "sequence"}, "text": {"kind": "string", "length": 100}}})
    run.pipeline(source, ("file", {"path": "out/part.jsonl", "max_records_per_file": 2000}),
                 pipeline={"state": {"type": "file", "config": {"path": "state"}}})
    whole_run = seconds_of_a_run(run)
    expected = all_ids(run)
    assert sorted(expected) == list(range(1, rows + 1))
    dice = random.Random(9)
    killed = 0
    for _ in range(500):
        clear(run)
        process = run.start("run", "pipeline.yaml", stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=dice.uniform(0, whole_run))
        except subprocess.TimeoutExpired:
            killed += 1
        stop(process)
        all_ids(run)
        whole_run = seconds_of_a_run(run)
        assert set(all_ids(run)) == set(expected)
        if killed == 50:
            return
    assert False, f"only {killed} runs could be killed before they ended"


def seconds_of_a_run(run):
    start = time.monotonic()
    assert run("run", "pipeline.yaml").returncode == DONE
    return time.monotonic() - start


def clear(run):
    for name in run.files():
        if name.startswith(("out/", "state/")):
            (run.folder / name).unlink()


def all_ids(run):
    """The ids of every published file; each line of each must be whole."""
    ids = []
    for name in run.files():
        if name.startswith("out/") and ".faucet-tmp" not in name:
            text = run.read(name)
            assert text == "" or text.endswith("\n"), f"{name} is torn"
            ids += [json.loads(line)["id"] for line in text.splitlines()]
    return ids
