"""What the tests from outside share: the built program, a folder of their own, and a way to run."""

import json
import os
import pathlib
import signal
import subprocess

import urllib.parse
import uuid

import psycopg2
import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("FAUCET_BIN", str(TOP / "build" / "release" / "apps" / "faucet" / "faucet"))

DONE, FAILED, BAD_CONFIG, CANCELLED = 0, 1, 2, 130


class faucet:
    """Runs the program in a folder. Paths in pipelines are relative to that folder."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *arguments, env=None, text=True, preexec_fn=None, timeout=120):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, text=text,
                              env=self.environment(env), stdin=subprocess.DEVNULL,
                              capture_output=True, preexec_fn=preexec_fn, timeout=timeout)

    def start(self, *arguments, env=None, **more):
        """The running process; its standard output and error are pipes unless said otherwise."""
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                "text": True} | more
        return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder,
                                env=self.environment(env), **more)

    @staticmethod
    def environment(more):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("FAUCET_")}
        return kept | (more or {})

    def write(self, name, content):
        """A file below the folder; text, bytes, or a pipeline as a Python value (JSON is YAML)."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, (dict, list)):
            content = json.dumps(content, indent=1)
        if isinstance(content, str):
            content = content.encode()
        path.write_bytes(content)
        return path

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def records(self, name):
        return [json.loads(line) for line in self.read(name).splitlines()]

    def files(self):
        """Every file below the folder, hidden and scratch ones included."""
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file())

    def pipeline(self, source, sink=None, transforms=(), **more):
        """Writes pipeline.yaml; source, sink and transforms are (type, config) pairs."""
        sink = sink or ("jsonl", {"path": "out.jsonl"})
        spec = {"source": connector(source), "sink": connector(sink)}
        if transforms:
            spec["transforms"] = [connector(t) for t in transforms]
        spec |= more.pop("pipeline", {})
        return self.write("pipeline.yaml", {"version": 1, "name": "test", "pipeline": spec} | more)

    def move(self, source, sink=None, transforms=(), env=None, preexec_fn=None, **more):
        """Writes the pipeline and runs it."""
        self.pipeline(source, sink, transforms, **more)
        return self("run", "pipeline.yaml", env=env, preexec_fn=preexec_fn)


def connector(pair):
    kind, config = pair
    return {"type": kind, "config": config}


def stop(process, how=signal.SIGKILL):
    """Ends a process that a test started, whatever became of it."""
    if process.poll() is None:
        process.send_signal(how)
    process.communicate(timeout=30)


@pytest.fixture
def run(tmp_path):
    return faucet(tmp_path)


class database:
    """A PostgreSQL database of the test's own, spoken with as its superuser."""

    def __init__(self, server, name):
        self.server, self.name = urllib.parse.urlsplit(server), name
        self.url = self.server._replace(path="/" + name).geturl()
        self.password = urllib.parse.unquote(self.server.password)
        self.connection = psycopg2.connect(self.url)
        self.connection.autocommit = True

    def execute(self, sql, *values):
        with self.connection.cursor() as cursor:
            cursor.execute(sql, values)

    def rows(self, sql, *values):
        with self.connection.cursor() as cursor:
            cursor.execute(sql, values)
            return cursor.fetchall()


@pytest.fixture
def serve(tmp_path):
    """Starts nodes in the test's folder."""
    from nodes import node  # which needs this module
    started = []

    def start(*flags, **more):
        started.append(node(tmp_path, *flags, **more))
        return started[-1]

    yield start
    for x in started:
        x.stop(signal.SIGKILL)


@pytest.fixture
def postgres():
    server = os.environ["FAUCET_TEST_POSTGRES"]  # tests/with_services sets it
    name = "test_" + uuid.uuid4().hex
    admin = psycopg2.connect(server)
    admin.autocommit = True
    with admin.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
        own = database(server, name)
        yield own
        own.connection.close()
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
    admin.close()


def expect(done, code, *parts):
    """The exit code, and parts that the message on standard error must have, in any case."""
    assert done.returncode == code, f"exit {done.returncode}\n{done.stderr}"
    for part in parts:
        assert part.lower() in done.stderr.lower(), f"{part!r} is not in\n{done.stderr}"
