"""What a person and what a pipe gets to see; flags and exit codes."""

import json
import os
import pty
import select
import subprocess

import pytest

from conftest import BAD_CONFIG, DONE, FAILED, expect, stop

SOME = ("generate", {"rows": 5, "fields": {"id": {"kind": "sequence"}}})
SLOW = ("generate", {"rows": 4000, "rows_per_sec": 2000, "batch_size": 200,
                     "fields": {"id": {"kind": "sequence"}}})


def on_a_terminal(run, *arguments):
    """Everything that was written to a terminal for standard error, and the exit code."""
    ours, theirs = pty.openpty()
    process = run.start(*arguments, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while select.select([ours], [], [], 60)[0]:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        process.wait(timeout=60)
    finally:
        stop(process)
        os.close(ours)
    return shown.decode(), process.returncode


def test_a_terminal_sees_one_live_progress_line(run):
    run.pipeline(SLOW)
    shown, code = on_a_terminal(run, "run", "pipeline.yaml")
    assert code == DONE
    assert shown.count("\x1b[2K") > 1, "no line was drawn over"
    assert "row-0: " in shown
    assert "row-0: " not in shown.split("\x1b[2K")[-1], "the progress line stays behind"


def test_a_pipe_sees_no_progress_line(run):
    done = run.move(SLOW)
    expect(done, DONE)
    assert "\r" not in done.stderr and "\x1b" not in done.stderr


def test_quiet_says_nothing(run):
    run.pipeline(SOME)
    done = run("run", "pipeline.yaml", "--quiet")
    expect(done, DONE)
    assert (done.stdout, done.stderr) == ("", "")


def test_quiet_still_tells_errors(run):
    run.pipeline(("csv", {"path": "in.csv"}))
    expect(run("run", "pipeline.yaml", "--quiet"), FAILED, "in.csv")


def test_the_records_alone_are_on_standard_output(run):
    done = run.move(SOME, ("stdout", {}))
    expect(done, DONE)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [{"id": i} for i in range(1, 6)]


def test_output_json_reports_the_run(run):
    run.pipeline(SOME)
    done = run("run", "pipeline.yaml", "--output", "json")
    expect(done, DONE)
    report = json.loads(done.stdout)
    assert report["status"] == "ok"
    assert report["totals"]["rows_out"] == 5
    assert [(r["row_id"], r["status"]) for r in report["rows"]] == [("row-0", "ok")]


def test_output_json_reports_a_failure(run):
    run.pipeline(("csv", {"path": "in.csv"}))
    done = run("run", "pipeline.yaml", "--output", "json")
    expect(done, FAILED)
    report = json.loads(done.stdout)
    assert report["status"] == "failed"
    assert "in.csv" in report["rows"][0]["error"]


def test_a_dry_run_writes_nothing(run):
    run.pipeline(SOME, pipeline={"state": {"type": "file", "config": {"path": "state"}}})
    expect(run("run", "pipeline.yaml", "--dry-run"), DONE)
    assert run.files() == ["pipeline.yaml"]


def test_a_limit_ends_the_run_and_stores_no_bookmark(run):
    """[P71]"""
    run.pipeline(SOME, pipeline={"state": {"type": "file", "config": {"path": "state"}}})
    expect(run("run", "pipeline.yaml", "--limit", 2), DONE)
    assert len(run.records("out.jsonl")) == 2
    assert not [name for name in run.files() if name.startswith("state/")]


def test_a_parameter_given_on_the_command_line_is_used(run):
    run.pipeline(SOME, transforms=[("set", {"values": {"who": "${param.who}"}})],
                 params={"who": {"type": "string", "required": True}})
    expect(run("run", "pipeline.yaml", "--param", "who=me"), DONE)
    assert run.records("out.jsonl")[0]["who"] == "me"


def test_a_required_parameter_that_is_missing_is_named(run):
    run.pipeline(SOME, transforms=[("set", {"values": {"who": "${param.who}"}})],
                 params={"who": {"type": "string", "required": True}})
    expect(run("run", "pipeline.yaml"), BAD_CONFIG, "who")


def test_an_undeclared_parameter_is_named(run):
    run.pipeline(SOME)
    expect(run("run", "pipeline.yaml", "--param", "whom=me"), BAD_CONFIG, "whom")


def test_the_clock_can_be_set(run):
    """[P110]"""
    run.pipeline(SOME, transforms=[("set", {"values": {"day": "${now.date}"}})])
    expect(run("run", "pipeline.yaml", "--clock", "2024-02-29T12:00:00Z"), DONE)
    assert run.records("out.jsonl")[0]["day"] == "2024-02-29"


def test_an_env_file_is_read_and_the_environment_goes_first(run):
    run.write("my.env", "A=file\nB=file\n")
    run.pipeline(SOME, transforms=[("set", {"values": {"a": "${env:A}", "b": "${env:B}"}})])
    expect(run("run", "pipeline.yaml", "--env-file", "my.env", env={"A": "process"}), DONE)
    assert run.records("out.jsonl")[0] == {"id": 1, "a": "process", "b": "file"}


def test_preview_shows_records_and_writes_nothing(run):
    run.pipeline(SOME)
    done = run("preview", "pipeline.yaml", "--limit", 3)
    expect(done, DONE)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [{"id": 1}, {"id": 2}, {"id": 3}]
    assert run.files() == ["pipeline.yaml"]


def test_validate_accepts_a_good_file_without_running_it(run):
    run.pipeline(SOME)
    expect(run("validate", "pipeline.yaml"), DONE)
    assert run.files() == ["pipeline.yaml"]


def test_validate_answers_in_json_whatever_bytes_the_file_name_has(run):
    done = run("validate", "--json", b"\xff.yaml".decode(errors="surrogateescape"))
    expect(done, BAD_CONFIG)
    assert '"valid": false' in done.stdout


@pytest.mark.parametrize("arguments", [["run", "--no-such-flag"], ["no-such-command"], [],
                                       ["schema", "source", "nothing"], ["run", "p", "--output", "xml"],
                                       ["run", "pipeline.yaml", "--clock", "yesterday"]],
                         ids=lambda a: " ".join(a) or "nothing")
def test_wrong_usage_has_exit_code_2(run, arguments):
    run.pipeline(SOME)
    done = run(*arguments)
    assert done.returncode == BAD_CONFIG
    assert done.stderr != ""


def test_list_says_which_types_are_resumable_and_durable(run):
    lines = run("list").stdout.splitlines()
    assert [line.split()[0] for line in lines if "resumable" in line] == [
        "file", "generate", "postgres", "sqlite"]
    assert [line.split()[0] for line in lines if "[durable]" in line] == [
        "file", "postgres", "redis"]


@pytest.mark.parametrize("typed, offered", [
    (["ru"], ["run", "runs"]), (["val"], ["validate"]), (["run", ""], []), (["run", "--q"], ["--quiet"]), (["run", "--h"], ["--help"]),
    (["schema", "so"], ["source"]), (["completions", ""], ["bash", "zsh", "fish"]),
    (["state", ""], ["show", "set", "reset", "export", "import"]), (["state", "se"], ["set"]),
    (["state", "show", ""], []), (["state", "set", "--bo"], ["--bookmark"]),
    (["doc"], ["doctor"]), (["status", "--ro"], ["--row"]), (["discover", "--inc"], ["--include"]),
], ids=" ".join)
def test_bash_completes_commands_flags_and_leaves_file_names_to_the_shell(run, typed, offered):
    script = run("completions", "bash").stdout + """
        COMP_WORDS=(faucet "$@"); COMP_CWORD=$#; _faucet; printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(["bash", "-c", script, "bash", *typed], capture_output=True, text=True, check=True)
    assert done.stdout.split() == offered


def test_version_and_list_and_completions_answer(run):
    for arguments in (["version"], ["list"], ["completions", "bash"], ["schema", "config"]):
        done = run(*arguments)
        expect(done, DONE)
        assert done.stdout != ""


def test_a_clock_that_cannot_be_told_is_refused(run):
    for moment in ("9999-12-31", "0000-01-01T00:00:00Z"):
        run.pipeline(SOME)
        expect(run("run", "pipeline.yaml", "--clock", moment), BAD_CONFIG, moment, "1678 to 2261")


def test_a_summary_that_cannot_be_written_is_a_failure(run):
    run.pipeline(SOME)
    with open("/dev/full", "w") as full:
        process = run.start("run", "pipeline.yaml", "--output", "json", stdout=full)
        _, told = process.communicate(timeout=60)
    assert process.returncode == FAILED
    assert "standard output" in told
