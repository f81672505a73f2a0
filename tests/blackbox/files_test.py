"""Files in and out, from outside. The tag names the fault that a test guards against."""

import gzip
import shutil
import subprocess

import pytest

from conftest import BAD_CONFIG, DONE, FAILED, expect

CSV = ("csv", {"path": "in.csv"})


def test_a_quoted_newline_stays_in_its_field(run):
    """[P112]"""
    run.write("in.csv", 'a,b\r\n1,"two\r\nlines"\r\n2,"say ""hi"", now"\r\n')
    expect(run.move(CSV), DONE)
    assert run.records("out.jsonl") == [{"a": "1", "b": "two\r\nlines"}, {"a": "2", "b": 'say "hi", now'}]


def test_a_byte_order_mark_is_no_part_of_the_first_name(run):
    run.write("in.csv", b"\xef\xbb\xbfa;b\n1;'x;y'\n")
    expect(run.move(("csv", {"path": "in.csv", "delimiter": ";", "quote": "'"})), DONE)
    assert run.records("out.jsonl") == [{"a": "1", "b": "x;y"}]


def test_ragged_rows_are_taken_on_request(run):
    """[P113]"""
    run.write("in.csv", "a,b\n1\n2,3\n")
    expect(run.move(("csv", {"path": "in.csv", "flexible": True})), DONE)
    assert len(run.records("out.jsonl")) == 2


def test_options_for_urls_do_no_harm_to_files_and_headers_are_refused(run):
    run.write("in.jsonl", '{"a":1}\n')
    of_urls = {"http_retries": 5, "http_connect_timeout_secs": 10, "http_read_timeout_secs": 60}
    expect(run.move(("file", {"path": "in.jsonl"} | of_urls)), DONE)
    assert run.records("out.jsonl") == [{"a": 1}]
    headers = {"path": "in.jsonl", "headers": {"Accept": "text/plain"}}
    expect(run.move(("file", headers)), BAD_CONFIG, "headers", "not supported")


def test_a_csv_sink_takes_its_header_from_the_whole_first_page(run):
    """[P116]"""
    run.write("in.jsonl", '{"a":1}\n{"a":2,"b":"x,y"}\n')
    expect(run.move(("file", {"path": "in.jsonl"}), ("csv", {"path": "out.csv"})), DONE)
    assert run.read("out.csv").splitlines() == ["a,b", "1,", '2,"x,y"']


def test_a_field_that_appears_after_the_header_is_not_dropped_silently(run):
    """[P118]"""
    run.write("in.jsonl", '{"a":1}\n{"a":2,"late":3}\n')
    source = ("file", {"path": "in.jsonl", "batch_size": 1})
    done = run.move(source, ("csv", {"path": "out.csv"}))
    expect(done, DONE, "late")
    expect(run.move(source, ("csv", {"path": "out.csv", "on_unknown_field": "error"})), FAILED, "late")
    expect(run.move(source, ("file", {"path": "wide.csv"})), DONE)
    assert run.read("wide.csv").splitlines() == ["a,late", "1,", "2,3"]


@pytest.mark.parametrize("ending, pack", [("gz", gzip.compress), ("zst", None)])
def test_several_compressed_members_are_read_as_one_file(run, ending, pack):
    if pack is None:
        if shutil.which("zstd") is None:
            pytest.skip("needs the zstd program")
        def pack(data):
            return subprocess.run(["zstd", "-c"], input=data, capture_output=True, check=True).stdout
    run.write(f"in.csv.{ending}", pack(b"a\n1\n2") + pack(b"2\n3\n"))
    expect(run.move(("csv", {"path": f"in.csv.{ending}"})), DONE)
    assert [r["a"] for r in run.records("out.jsonl")] == ["1", "22", "3"]


def test_what_is_written_compressed_reads_back(run):
    run.write("in.csv", "a\n" + "".join(f"{i}\n" for i in range(20000)))
    for name in ("out.jsonl.gz", "out.jsonl.zst"):
        expect(run.move(CSV, ("file", {"path": name})), DONE)
        expect(run.move(("file", {"path": name}), ("jsonl", {"path": "back.jsonl"})), DONE)
        assert len(run.records("back.jsonl")) == 20000


def test_appending_to_a_compressed_file_keeps_it_readable(run):
    """[P308]"""
    run.write("in.csv", "a\n1\n")
    sink = ("file", {"path": "out.jsonl.gz", "if_exists": "append"})
    expect(run.move(CSV, sink), DONE)
    expect(run.move(CSV, sink), DONE)
    assert gzip.decompress((run.folder / "out.jsonl.gz").read_bytes()) == b'{"a":"1"}\n' * 2


def test_appending_extends_by_whole_lines(run):
    run.write("in.csv", "a\n1\n")
    run.write("out.jsonl", '{"a":"0"}\n')
    expect(run.move(CSV, ("jsonl", {"path": "out.jsonl", "append": True})), DONE)
    assert run.records("out.jsonl") == [{"a": "0"}, {"a": "1"}]


def test_a_failed_run_leaves_the_old_file_and_no_scratch_file(run):
    """[P83] [P130]"""
    run.write("in.csv", "a,b\n" + "1,2\n" * 5000 + "3\n")
    for sink in (("jsonl", {"path": "out"}), ("csv", {"path": "out"}), ("file", {"path": "out.jsonl"})):
        final = sink[1]["path"]
        run.write(final, "as it was\n")
        expect(run.move(CSV, sink), FAILED, "in.csv:5002")
        assert run.read(final) == "as it was\n"
        assert not [f for f in run.files() if "faucet-tmp" in f]


def test_scratch_files_of_a_sink_are_not_read(run):
    """[P49]"""
    run.write("in/a.jsonl", '{"a":1}\n')
    run.write("in/a.jsonl.faucet-tmp", '{"a":2}\n{"a"')
    run.write("in/b.jsonl.faucet-tmp-1", "{")
    expect(run.move(("file", {"path": "in"})), DONE)
    assert run.records("out.jsonl") == [{"a": 1}]


def test_files_of_a_directory_are_read_in_the_order_of_their_names(run):
    for name, content in {"b.jsonl": '{"n":2}\n', "a.csv": "n\n1\n", "c.json": '[{"n":3},{"n":4}]',
                          "d.txt": "five", "deep/e.jsonl": '{"n":6}\n'}.items():
        run.write(f"in/{name}", content)
    expect(run.move(("file", {"path": "in"})), DONE)
    found = run.records("out.jsonl")
    assert [r.get("n", r.get("content")) for r in found] == ["1", 2, 3, 4, "five"]
    expect(run.move(("file", {"path": "in", "recursive": True})), DONE)
    assert len(run.records("out.jsonl")) == 6


def test_a_file_of_an_unknown_ending_is_skipped_with_a_warning_or_refused(run):
    run.write("in/a.jsonl", '{"a":1}\n')
    run.write("in/b.strange", "?")
    expect(run.move(("file", {"path": "in"})), DONE, "b.strange")
    expect(run.move(("file", {"path": "in", "strict": True})), FAILED, "b.strange")


def test_numbers_keep_every_digit(run):
    """[P125]"""
    lines = ['{"n":18446744073709551615}', '{"n":9007199254740993}', '{"n":1.10}', '{"n":-0}',
             '{"n":123456789012345678901234567890}', '{"n":1e400}', '{"n":0.1000000000000000055511}']
    run.write("in.jsonl", "\n".join(lines) + "\n")
    expect(run.move(("file", {"path": "in.jsonl"})), DONE)
    assert run.read("out.jsonl").splitlines() == lines


@pytest.mark.parametrize("line", ['{"a":1', '{"a":1}}', "nonsense", '{"a":01}', '{"a":"\\x"}'])
def test_a_broken_line_of_json_is_named(run, line):
    run.write("in.jsonl", '{"a":1}\n{"a":2}\n' + line + "\n")
    expect(run.move(("file", {"path": "in.jsonl"})), FAILED, "in.jsonl:3")
    assert run.files() == ["in.jsonl", "pipeline.yaml"]


def test_a_torn_last_line_of_json_is_named(run):
    run.write("in.jsonl", '{"a":1}\n{"a":')
    expect(run.move(("file", {"path": "in.jsonl"})), FAILED, "in.jsonl:2")


def test_a_sink_may_not_write_what_its_source_reads(run):
    run.write("in.jsonl", '{"a":1}\n')
    expect(run.move(("file", {"path": "in.jsonl"}), ("jsonl", {"path": "./in.jsonl"})), BAD_CONFIG,
           "in.jsonl")
    assert run.read("in.jsonl") == '{"a":1}\n'


def test_a_sink_that_rolls_writes_numbered_parts(run):
    run.write("in.csv", "a\n" + "".join(f"{i}\n" for i in range(25)))
    expect(run.move(CSV, ("file", {"path": "out/p.jsonl", "max_records_per_file": 10})), DONE)
    parts = [f for f in run.files() if f.startswith("out/")]
    assert parts == ["out/p-00001.jsonl", "out/p-00002.jsonl", "out/p-00003.jsonl"]
    assert [len(run.records(p)) for p in parts] == [10, 10, 5]


def test_a_target_that_exists_is_refused_on_request(run):
    run.write("in.csv", "a\n1\n")
    run.write("out.jsonl", "mine\n")
    done = run.move(CSV, ("file", {"path": "out.jsonl", "if_exists": "error"}))
    expect(done, FAILED, "out.jsonl", "exists")
    assert run.read("out.jsonl") == "mine\n"


def test_a_resumed_run_extends_what_it_wrote(run):
    """A bookmark is kept, and the rows behind it are not written again."""
    spec = {"state": {"type": "file", "config": {"path": "state"}}}
    fields = {"fields": {"id": {"kind": "sequence"}}, "batch_size": 10}
    for rows in (100, 150):
        expect(run.move(("generate", {"rows": rows} | fields), ("file", {"path": "out.jsonl"}),
                        pipeline=spec), DONE)
    assert [r["id"] for r in run.records("out.jsonl")] == list(range(1, 151))
