"""Real faucet-node processes for tests and measurements, and what may happen to them."""

import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.error
import urllib.request

from database import TESTS, services

BUILD = pathlib.Path(os.environ.get("FAUCET_BUILD", TESTS.parent / "build"))
PROGRAM = os.environ.get("FAUCET_NODE_BIN",
                         str(BUILD.absolute() / "release" / "apps" / "faucet-node" / "faucet-node"))
TOKEN = "a-token-of-the-tests"

CLOCK_LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"


class node:
    """One place in a cluster: its process may die and be started again, its address stays.

    `flags` are more flags of the program, `clock_shift` seconds by which its clock is ahead.
    """

    def __init__(self, number, folder, history, flags=(), clock_shift=0):
        self.number = number
        self.port = services.free_port()
        self.folder = folder / f"node-{number}"
        self.folder.mkdir()
        self.history = history
        self.flags = flags
        self.clock_shift = clock_shift
        self.process = None
        self.is_paused = False

    def start(self):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("FAUCET_")}
        if self.clock_shift:
            if not pathlib.Path(CLOCK_LIBRARY).exists():
                raise RuntimeError(f"{CLOCK_LIBRARY} is missing; scripts/deps test installs it")
            environment |= {"LD_PRELOAD": CLOCK_LIBRARY, "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                            "FAKETIME": f"{self.clock_shift:+d}s", "FAKETIME_NO_CACHE": "1"}
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "--cluster", "--history", self.history,
                 "--listen", f"127.0.0.1:{self.port}", "--auth-token", TOKEN,
                 *map(str, self.flags)],
                cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.is_paused = False

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    @property
    def answers(self):
        return self.runs and not self.is_paused

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.is_paused = False

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)
        self.is_paused = True

    def resume(self):
        self.process.send_signal(signal.SIGCONT)
        self.is_paused = False

    def terminate(self):
        """Drains. Returns its exit code, None where it had to be killed."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=180)
        except subprocess.TimeoutExpired:
            self.kill()
            return None

    def call(self, method, path, body=None, timeout=5.0):
        """The status and the parsed reply; an OSError where the node does not answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, method=method,
            headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as reply:
                return reply.status, _parsed(reply.read())
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, _parsed(refused.read())

    def wait_until_ready(self, seconds=120):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.runs:
                raise RuntimeError(f"node {self.number} ended with {self.process.returncode}; "
                                   f"its log is {self.folder / 'log'}")
            try:
                if self.call("GET", "/readyz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.05)
        raise RuntimeError(f"node {self.number} is not ready after {seconds} s")

    def wait_until_it_sees(self, members):
        while self.call("GET", "/readyz")[1]["cluster"]["instances"] < members:
            time.sleep(0.05)

    @property
    def resident_kib(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split("VmRSS:")[1].split()[0])


def _parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return None
