"""A system that allows fewer threads than a run needs: told before anything starts, never waited for."""

import json
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile

import pytest

from conftest import DONE, FAILED, PROGRAM, expect, faucet

NOBODY = 54321  # a user without processes; the limit counts all of a user's, and none of root's


@pytest.fixture
def run():
    """A folder that NOBODY may enter and write into, with a program that they may start."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(PROGRAM, pathlib.Path(folder) / "program")
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        yield faucet(pathlib.Path(folder))


class limited:
    """Runs the program as a user who may have only so many threads."""

    def __init__(self, run):
        self.run = run

    def __call__(self, threads, *arguments):
        # What looks for leaks at the end of a sanitized program needs a thread of its own.
        variables = self.run.environment(None) | {"ASAN_OPTIONS": "detect_leaks=0"}
        return subprocess.run(["./program", *arguments], cwd=self.run.folder, text=True,
                              env=variables, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=60,
                              preexec_fn=lambda: self.become_limited(threads))

    @staticmethod
    def become_limited(threads):
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            others = 0
        else:
            others = threads_of_user(os.geteuid()) - 1
        resource.setrlimit(resource.RLIMIT_NPROC, (others + threads,) * 2)


def threads_of_user(user):
    count = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{process}").st_uid == user:
                count += len(os.listdir(f"/proc/{process}/task"))
        except OSError:
            pass  # it has ended meanwhile
    return count


@pytest.mark.parametrize("threads", range(1, 12))
def test_a_run_with_too_few_threads_is_refused_and_leaves_nothing(run, threads):
    run.pipeline(("generate", {"rows": 10}))
    done = limited(run)(threads, "run", "pipeline.yaml")
    if done.returncode == DONE:
        assert threads > 8 and len(run.records("out.jsonl")) == 10
    else:
        expect(done, FAILED, "threads: the run needs", f"the system allows {threads - 1};",
               "ulimit -u")
        assert run.files() == ["pipeline.yaml", "program"]


def test_a_run_with_threads_enough_for_it_and_no_more_runs(run):
    run.pipeline(("generate", {"rows": 10}))
    program = limited(run)
    refused = program(1, "run", "pipeline.yaml")
    needed = int(refused.stderr.split("the run needs ")[1].split(",")[0])
    expect(program(needed + 1, "run", "pipeline.yaml"), DONE)
    assert len(run.records("out.jsonl")) == 10
    expect(program(needed, "run", "pipeline.yaml"), FAILED, "threads: the run needs")


def test_many_rows_at_a_time_need_more_threads_than_one_at_a_time(run):
    matrix = [{"id": f"r{i}", "sink": {"config": {"path": f"{i}.jsonl"}}} for i in range(20)]
    program = limited(run)
    run.pipeline(("generate", {"rows": 10}), matrix=matrix, execution={"max_concurrent": 20})
    expect(program(25, "run", "pipeline.yaml"), FAILED, "execution.max_concurrent")
    run.pipeline(("generate", {"rows": 10}), matrix=matrix, execution={"max_concurrent": 1})
    expect(program(25, "run", "pipeline.yaml"), DONE)


def test_a_preview_with_too_few_threads_is_refused(run):
    run.pipeline(("generate", {"rows": 10}))
    done = limited(run)(3, "preview", "pipeline.yaml")
    expect(done, FAILED, "threads: the run needs")
    assert done.stdout == ""


@pytest.mark.parametrize("threads", range(1, 8))
def test_doctor_makes_its_probes_with_however_few_threads(run, threads):
    matrix = [{"id": f"r{i}", "sink": {"config": {"path": f"{i}.jsonl"}}} for i in range(5)]
    run.pipeline(("generate", {"rows": 10}), matrix=matrix)
    done = limited(run)(threads, "doctor", "pipeline.yaml", "--json")
    counts = json.loads(done.stdout)["summary"]
    assert counts["passed"] + counts["failed"] + counts["skipped"] == 10, done.stdout
    assert done.returncode == counts["failed"]
    assert threads > 1 or "no thread could be started" in done.stdout
