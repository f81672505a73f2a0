"""What was made from a secret stands in no message."""

import pytest

from conftest import BAD_CONFIG, FAILED, expect, faucet

SECRET = "hunter2-is-secret"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKEN", SECRET)

    def run_pipeline(text):
        (tmp_path / "p.yaml").write_text(text)
        done = faucet(tmp_path)("run", "p.yaml")
        assert SECRET not in done.stdout + done.stderr
        return done
    return run_pipeline


def test_a_secret_path_is_hidden_when_it_is_missing(run):
    done = run("pipeline:\n"
               "  source: {type: csv, config: {path: '${secret:TOKEN}/a.csv'}}\n"
               "  sink: {type: stdout}\n")
    expect(done, FAILED, "***", "No such file")


def test_a_secret_value_is_hidden_when_it_cannot_be_cast(run):
    done = run("pipeline:\n"
               "  source: {type: generate, config: {rows: 1}}\n"
               "  transforms:\n"
               "    - {type: set, config: {values: {x: '${secret:TOKEN}'}}}\n"
               "    - {type: cast, config: {fields: {x: int}}}\n"
               "  sink: {type: stdout}\n")
    expect(done, FAILED, "record 1", "***")


def test_a_secret_type_is_hidden_when_it_is_unknown(run):
    done = run("pipeline:\n"
               "  source: {type: '${secret:TOKEN}'}\n"
               "  sink: {type: stdout}\n")
    expect(done, BAD_CONFIG, "unknown source type", "***")


def test_a_secret_pattern_is_hidden_when_it_is_wrong(run):
    done = run("pipeline:\n"
               "  source: {type: generate, config: {rows: 1}}\n"
               "  transforms:\n"
               "    - {type: rename_keys, config: {pattern: '(${secret:TOKEN}', replacement: x}}\n"
               "  sink: {type: stdout}\n")
    expect(done, BAD_CONFIG)
