"""Bad input from outside: a clear error that names the user's thing, the documented exit code, and
nothing half-written under the final name."""

import ctypes
import gzip
import os
import resource
import subprocess

import pytest

from conftest import BAD_CONFIG, DONE, FAILED, expect

CSV = ("csv", {"path": "in.csv"})
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


def respect_permissions():
    """Makes a root that runs the tests bound by file permissions, as everybody else is."""
    if os.getuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def limit_file_size(size):
    def in_child():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return in_child


# -- files -----------------------------------------------------------------------------------------

def test_a_missing_file_is_named(run):
    expect(run.move(CSV), FAILED, "in.csv", "no such file")
    assert run.files() == ["pipeline.yaml"]


def test_a_directory_without_permission_is_named(run):
    run.write("closed/in.jsonl", '{"a":1}\n')
    (run.folder / "closed").chmod(0)
    done = run.move(("file", {"path": "closed"}), preexec_fn=respect_permissions)
    (run.folder / "closed").chmod(0o755)
    expect(done, FAILED, "closed", "ermission denied")
    assert not (run.folder / "out.jsonl").exists()


def test_a_sink_in_a_directory_without_permission_is_named(run):
    run.write("in.csv", "a\n1\n")
    (run.folder / "closed").mkdir(mode=0o500)
    done = run.move(CSV, ("jsonl", {"path": "closed/out.jsonl"}), preexec_fn=respect_permissions)
    expect(done, FAILED, "closed/out.jsonl", "ermission denied")
    assert run.files() == ["in.csv", "pipeline.yaml"]


def test_a_truncated_gzip_file_fails_and_publishes_nothing(run):
    whole = gzip.compress(b"a,b\n" + b"".join(b"%d,x%d\n" % (i, i * i) for i in range(50000)))
    run.write("in.csv.gz", whole[: len(whole) // 2])
    expect(run.move(("csv", {"path": "in.csv.gz"})), FAILED, "in.csv.gz")
    assert run.files() == ["in.csv.gz", "pipeline.yaml"]


@pytest.mark.parametrize("sink", [("jsonl", {"path": "out.jsonl"}), ("csv", {"path": "out.csv"}),
                                  ("file", {"path": "out.jsonl"})], ids=["jsonl", "csv", "file"])
def test_a_file_size_limit_fails_and_leaves_the_old_file(run, sink):
    final = sink[1]["path"]
    run.write("in.csv", "a\n" + "0123456789\n" * 200000)
    run.write(final, "what was there\n")
    expect(run.move(CSV, sink, preexec_fn=limit_file_size(1 << 16)), FAILED, final)
    assert run.read(final) == "what was there\n"
    assert run.files() == sorted(["in.csv", final, "pipeline.yaml"])


def test_a_full_disk_fails_and_leaves_the_old_file(run):
    disk = run.folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk],
                             capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("mounting a small disk needs root")
    try:
        run.write("disk/out.jsonl", "what was there\n")
        run.write("in.csv", "a\n" + "0123456789\n" * 200000)
        expect(run.move(CSV, ("jsonl", {"path": "disk/out.jsonl"})), FAILED, "disk/out.jsonl", "space")
        assert run.read("disk/out.jsonl") == "what was there\n"
        assert [f for f in run.files() if f.startswith("disk/")] == ["disk/out.jsonl"]
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_standard_output_that_takes_nothing_more_fails(run):
    run.write("in.csv", "a\n" + "0123456789\n" * 20000)
    run.pipeline(CSV, ("stdout", {}))
    with open("/dev/full", "w") as full:
        process = run.start("run", "pipeline.yaml", stdout=full)
        message = process.communicate(timeout=60)[1]
    assert process.returncode == FAILED
    assert "stdout" in message


# -- CSV -------------------------------------------------------------------------------------------

def test_a_ragged_row_is_named_by_its_physical_line(run):
    run.write("in.csv", 'a,b\n1,"two\nlines"\n3\n')
    expect(run.move(CSV), FAILED, "in.csv:4")
    assert run.files() == ["in.csv", "pipeline.yaml"]


def test_an_unterminated_quote_at_the_end_of_the_file_is_named(run):
    run.write("in.csv", 'a,b\n1,2\n3,"never ends\n4,5\n')
    expect(run.move(CSV), FAILED, "in.csv:3", "quote")
    assert run.files() == ["in.csv", "pipeline.yaml"]


def test_a_duplicate_header_is_named(run):
    run.write("in.csv", "a,b,a\n1,2,3\n")
    expect(run.move(CSV), FAILED, "in.csv", '"a"')
    assert run.files() == ["in.csv", "pipeline.yaml"]


@pytest.mark.parametrize("content", ["", "a,b\n", "a,b"], ids=["empty", "header", "torn header"])
def test_a_file_without_rows_gives_no_records(run, content):
    run.write("in.csv", content)
    expect(run.move(CSV), DONE)
    assert run.read("out.jsonl") == ""


def test_nul_bytes_pass_as_text(run):
    run.write("in.csv", b"a,b\n1,x\0y\n")
    expect(run.move(CSV), DONE)
    assert run.records("out.jsonl") == [{"a": "1", "b": "x\0y"}]


def test_invalid_utf_8_is_named_by_its_line(run):
    run.write("in.csv", b"a,b\n1,2\n3,\xff\xfe\n")
    expect(run.move(CSV), FAILED, "in.csv:3", "UTF-8")
    assert run.files() == ["in.csv", "pipeline.yaml"]


def test_invalid_utf_8_is_replaced_on_request(run):
    run.write("in.csv", b"a,b\n3,x\xffy\n")
    expect(run.move(("csv", {"path": "in.csv", "invalid_utf8": "replace"})), DONE)
    assert run.records("out.jsonl") == [{"a": "3", "b": "x\ufffdy"}]


def test_a_field_of_ten_mebibytes_passes(run):
    big = "0123456789abcdef" * (10 * 1024 * 1024 // 16)
    run.write("in.csv", f'a,b\n1,"{big}"\n2,y\n')
    expect(run.move(CSV), DONE)
    assert run.records("out.jsonl") == [{"a": "1", "b": big}, {"a": "2", "b": "y"}]


# -- pipeline files --------------------------------------------------------------------------------

def bad_config(run, *parts, env=None, command="run"):
    run.write("in.csv", "a\n1\n")
    expect(run(command, "pipeline.yaml", env=env), BAD_CONFIG, *parts)
    assert run.files() == ["in.csv", "pipeline.yaml"]


def test_an_unknown_key_is_named_with_its_line_and_the_nearest_known_key(run):
    run.write("pipeline.yaml", """\
version: 1
pipeline:
  source:
    type: csv
    config: {path: in.csv, delimeter: ";"}
  sink: {type: jsonl, config: {path: out.jsonl}}
""")
    bad_config(run, "pipeline.yaml:5", "delimeter", "delimiter")
    bad_config(run, "pipeline.yaml:5", "delimeter", "delimiter", command="validate")


@pytest.mark.parametrize("block, nearest", [("transorms: []", "transforms"), ("sorce: {}", "source")])
def test_an_unknown_block_is_named_with_the_nearest_known_one(run, block, nearest):
    run.write("pipeline.yaml", f"""\
version: 1
pipeline:
  source: {{type: csv, config: {{path: in.csv}}}}
  sink: {{type: jsonl, config: {{path: out.jsonl}}}}
  {block}
""")
    bad_config(run, "pipeline.yaml:5", block.split(":")[0], nearest)


def test_a_wrong_type_says_key_line_what_was_expected_and_what_was_found(run):
    run.write("pipeline.yaml", """\
version: 1
pipeline:
  source:
    type: csv
    config:
      path: in.csv
      batch_size: many
  sink: {type: jsonl, config: {path: out.jsonl}}
""")
    bad_config(run, "pipeline.yaml:7", "batch_size", "integer", "many")


def test_an_unknown_type_is_named_with_the_nearest_known_one(run):
    run.pipeline(("cvs", {"path": "in.csv"}))
    bad_config(run, "cvs", "csv")


def test_a_missing_environment_variable_is_named(run):
    run.pipeline(("csv", {"path": "${env:NO_SUCH_PATH}"}))
    bad_config(run, "NO_SUCH_PATH")


@pytest.mark.parametrize("value", ["a: b", "x\ny: z", "# no comment", "[1, 2]", "{a: 1}", "*x", "'"])
def test_yaml_in_an_environment_variable_stays_one_text(run, value):
    run.write("in.csv", "a\n1\n")
    run.pipeline(CSV, transforms=[("set", {"values": {"found": "<${env:VALUE}>"}})])
    expect(run("run", "pipeline.yaml", env={"VALUE": value}), DONE)
    assert run.records("out.jsonl") == [{"a": "1", "found": f"<{value}>"}]


def test_cyclic_variables_are_shown_as_a_chain(run):
    run.pipeline(("csv", {"path": "${vars.a}"}), vars={"a": "${vars.b}", "b": "x${vars.a}"})
    bad_config(run, "vars.a", "vars.b")


def test_a_missing_pipeline_file_is_named(run):
    expect(run("run", "nothing.yaml"), BAD_CONFIG, "nothing.yaml")


def test_broken_yaml_is_named_by_its_line(run):
    run.write("pipeline.yaml", "version: 1\npipeline:\n  source: [\n")
    bad_config(run, "pipeline.yaml:")
