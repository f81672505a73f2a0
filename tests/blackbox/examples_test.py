"""Every pipeline under docs/examples/ runs and writes what expected/ says; the published schema
accepts each, and rejects each once it is broken."""

import contextlib
import copy
import gzip
import json
import os
import shlex
import shutil
import sqlite3

import jsonschema
import psycopg2
import pytest
import yaml

from conftest import DONE, TOP, expect, faucet

EXAMPLES = TOP / "docs" / "examples"
FILES = sorted(EXAMPLES.glob("*.yaml"))
SHOWN_LINES = 8


class yaml_1_2(yaml.SafeLoader):
    """Reads `on` and `yes` as text, as everybody does but YAML 1.1."""

    yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers
                if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


def read(file):
    return yaml.load(file.read_text(), yaml_1_2)


def lines_of(file):
    if file.suffix == ".db":
        with contextlib.closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as database:
            return list(database.iterdump())
    content = file.read_bytes()
    return (gzip.decompress(content) if file.suffix == ".gz" else content).decode().splitlines()


def excerpt(name, lines):
    """The first lines of one output, and how many there are."""
    return [f"== {name}: {len(lines)} lines", *lines[:SHOWN_LINES]]


def rows_of_table(sink):
    """The table that a PostgreSQL sink wrote, which goes with its schema."""
    schema, table = sink["schema"], sink["table_name"]
    with contextlib.closing(psycopg2.connect(os.environ["FAUCET_TEST_POSTGRES"])) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT to_jsonb(t)::text FROM {schema}.{table} AS t ORDER BY 1")
            rows = [row for (row,) in cursor]
            cursor.execute(f"DROP SCHEMA {schema} CASCADE")
    return excerpt(f"{schema}.{table}", rows)


def outcome(folder, done, sink):
    lines = excerpt("standard output", done.stdout.splitlines())
    if sink.get("type") == "postgres":
        lines += rows_of_table(sink["config"])
    for file in sorted((folder / "out").rglob("*")):
        name = str(file.relative_to(folder))
        if file.is_file() and not name.startswith("out/state/"):
            lines += excerpt(name, lines_of(file))
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="session")
def schema(tmp_path_factory):
    done = faucet(tmp_path_factory.mktemp("schema"))("schema", "config")
    expect(done, DONE)
    return json.loads(done.stdout)


def test_there_are_at_least_eight_examples():
    assert len(FILES) >= 8


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_an_example_runs_and_writes_what_is_expected(file, tmp_path):
    folder = tmp_path / "examples"
    shutil.copytree(EXAMPLES, folder, ignore=shutil.ignore_patterns("out", "expected"))
    (folder / "out").mkdir()
    command = shlex.split(file.read_text().splitlines()[0].removeprefix("#"))
    assert command[0] == "faucet" and file.name in command
    done = faucet(folder)(*command[1:], env={"DATABASE_URL": os.environ["FAUCET_TEST_POSTGRES"]})
    expect(done, DONE)
    expected = EXAMPLES / "expected" / f"{file.stem}.txt"
    found = outcome(folder, done, read(file)["pipeline"].get("sink", {}))
    if os.environ.get("FAUCET_WRITE_EXPECTED"):
        expected.write_text(found)
    assert found == expected.read_text()


def test_the_schema_is_a_schema(schema):
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_the_schema_accepts_an_example(file, schema):
    jsonschema.Draft202012Validator(schema).validate(read(file))


def connector(pipeline, role):
    """The single one, or the first of those with names."""
    block = pipeline["pipeline"]
    return block[role] if role in block else next(iter(block[role + "s"].values()))


def without_source(pipeline):
    for block, key in [(pipeline, "matrix"), (pipeline["pipeline"], "source"),
                       (pipeline["pipeline"], "sources")]:
        block.pop(key, None)


def broken_variants(pipeline):
    """Name and document of several ways to break a pipeline that is right. One with its sources and
    sinks by name is broken where it has something to break."""
    for name, break_it in {
        "no pipeline": lambda p: p.pop("pipeline"),
        "unknown block": lambda p: p["pipeline"].update(transorms=[]),
        "unknown key at the top": lambda p: p.update(piepline={}),
        "no source": without_source,
        "no sink type": lambda p: connector(p, "sink").pop("type"),
        "unknown source type": lambda p: connector(p, "source").update(type="cvs"),
        "unknown sink option": lambda p: connector(p, "sink")["config"].update(pth="x"),
        "unknown source option": lambda p: connector(p, "source")["config"].update(pth="x"),
        "wrong type of an option": lambda p: connector(p, "source")["config"].update(batch_size=[1]),
        "another version": lambda p: p.update(version=2),
        "a source that is a list": lambda p: p["pipeline"].update(source=[]),
        "an unknown transform": lambda p: p["pipeline"].update(transforms=[{"type": "flaten"}]),
    }.items():
        broken = copy.deepcopy(pipeline)
        with contextlib.suppress(KeyError):
            break_it(broken)
            yield name, broken


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_the_schema_rejects_an_example_once_it_is_broken(file, schema):
    validator = jsonschema.Draft202012Validator(schema)
    for name, broken in broken_variants(read(file)):
        assert not validator.is_valid(broken), f"{name} was accepted"
