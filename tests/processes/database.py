"""A PostgreSQL that one program has for itself, and may stop as a failing machine would."""

import contextlib
import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import time

import psycopg2

TESTS = pathlib.Path(__file__).resolve().parents[1]


def _services():
    loader = importlib.machinery.SourceFileLoader("with_services", str(TESTS / "with_services"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


services = _services()


class database:
    """Listens on a free port of the loopback interface. Its files are in a folder of that name;
    `settings` are more of its own, as `name=value`; where a `disk` is given its data are on that."""

    def __init__(self, folder, name="postgres", settings=(), disk=None):
        self.settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=''",
                         "max_connections=300", *settings)
        self.programs = services.postgres_programs()
        self.data = folder / name
        self.log = self.data / "server.log"
        self.port = services.free_port()
        self.url = self.url_at(self.port)
        self.runs = False
        self.data.mkdir()
        if os.getuid() == 0:
            os.chown(self.data, services.owner().pw_uid, services.owner().pw_gid)
        if disk:
            disk.mount(self.data / "files", services.owner())
        self._call("initdb", "-D", self.data / "files", "-U", "tester", "-A", "trust", "-E", "UTF8",
                   "--no-sync")

    @staticmethod
    def url_at(port):
        """Where it is reached by way of another port."""
        return f"postgres://tester@127.0.0.1:{port}/postgres"

    def start(self):
        self._call("pg_ctl", "-D", self.data / "files", "-w", "-l", self.log, "-o",
                   " ".join([f"-p {self.port}", *(f"-c {x}" for x in self.settings)]), "start")
        self.runs = True

    def stop_hard(self):
        """As if the power had gone: what was committed comes back, nobody is told."""
        self._call("pg_ctl", "-D", self.data / "files", "-m", "immediate", "-w", "stop")
        self.runs = False

    def come_back(self, seconds=60):
        """Until it answers, started again where it has died of something."""
        end = time.monotonic() + seconds
        while True:
            try:
                self.rows("SELECT 1")
                return
            except psycopg2.Error as why:
                if time.monotonic() > end:
                    raise RuntimeError(f"the database does not come back: {self.log}") from why
            if not self.lives:
                self.start()
            time.sleep(0.05)

    @property
    def lives(self):
        """Also while it recovers."""
        try:
            self._call("pg_ctl", "-D", self.data / "files", "status")
        except RuntimeError:
            return False
        return True

    @contextlib.contextmanager
    def connection(self):
        with contextlib.closing(psycopg2.connect(self.url, connect_timeout=5)) as opened:
            with opened, opened.cursor() as cursor:
                yield cursor

    def rows(self, query, *values):
        with self.connection() as cursor:
            cursor.execute(query, values)
            return cursor.fetchall()

    def _call(self, program, *arguments):
        done = subprocess.run([self.programs / program, *map(str, arguments)],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
                              cwd="/", **services.as_owner(), check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed: {(done.stderr or b'').decode()[-500:]}")
