"""What goes wrong, drawn by lot from a seed."""

import contextlib
import random
import time

import psycopg2

LEASE = 3  # seconds


MOST_WAL_MIB = 1000


class faults:
    """Does one fault after the other; each is over, or left behind, when `one` returns. Every kind comes
    once before any comes again. `disk` is that of the database, None where it never is full."""

    def __init__(self, nodes, database, disk, seed):
        self.nodes, self.database, self.disk = nodes, database, disk
        self.dice = random.Random(seed)
        self.left = []
        self.done = {x.__name__: 0 for x in self._kinds()}
        self.bad_exits = []

    def one(self):
        if not self.left:
            self.left = self._kinds()
            self.dice.shuffle(self.left)
        chosen = self.left.pop()
        chosen()
        self.done[chosen.__name__] += 1
        self._start_what_is_down()

    def _kinds(self):
        kinds = [self.kill, self.kill_and_restart, self.pause_beyond_the_lease, self.pause_briefly,
                 self.drain, self.stop_the_database, self.two_at_once, self.cut_from_the_history,
                 self.cut_from_the_mesh, self.cut_off]
        return kinds + ([self.fill_the_disk, self.fill_the_log] if self.disk else [])

    def kill(self):
        self._any().kill()
        time.sleep(self.dice.uniform(0, 2 * LEASE))

    def kill_and_restart(self):
        chosen = self._any()
        chosen.kill()
        chosen.start()

    def pause_beyond_the_lease(self):
        self._paused(self.dice.uniform(1.2, 2.5) * LEASE)

    def pause_briefly(self):
        self._paused(self.dice.uniform(0.1, 0.7) * LEASE)

    def drain(self):
        code = self._any().terminate()
        if code != 0:
            self.bad_exits.append(code)

    def stop_the_database(self):
        self.database.stop_hard()
        time.sleep(self.dice.choice((0.2, 1.0, LEASE, 2.5 * LEASE)))
        self.database.start()

    def fill_the_disk(self):
        """Tables cannot grow; what fits into the log of the database still gets there."""
        with self._full_disk():
            time.sleep(self.dice.choice((0.5, LEASE, 2.5 * LEASE)))

    def fill_the_log(self):
        """Of the database, which dies of it."""
        with self._full_disk():
            with contextlib.suppress(psycopg2.Error):
                for _ in range(MOST_WAL_MIB):
                    self.database.rows(
                        "SELECT pg_logical_emit_message(false, 'chaos', repeat('x', 1 << 20))")
                raise RuntimeError("the log of the database took more than there is room for")
            time.sleep(self.dice.choice((0, LEASE)))

    def two_at_once(self):
        first, second = self.dice.sample(self.nodes, 2)
        first.kill()
        second.pause()
        time.sleep(1.5 * LEASE)
        second.resume()

    def cut_from_the_history(self):
        self._cut("history")

    def cut_from_the_mesh(self):
        self._cut("mesh")

    def cut_off(self):
        self._cut("history", "mesh")

    def heal(self):
        if not self.database.runs:
            self.database.start()
        self._start_what_is_down()

    @contextlib.contextmanager
    def _full_disk(self):
        self.disk.fill()
        try:
            yield
        finally:
            self.disk.relieve()
        self.database.come_back()

    def _any(self):
        return self.dice.choice(self.nodes)

    def _cut(self, *which):
        chosen = self._any()
        wires = [chosen.wires[x] for x in which]
        for x in wires:
            x.cut()
        time.sleep(self.dice.uniform(0.3, 2.5) * LEASE)
        for x in wires:
            x.mend()

    def _paused(self, seconds):
        chosen = self._any()
        chosen.pause()
        time.sleep(seconds)
        chosen.resume()

    def _start_what_is_down(self):
        for x in self.nodes:
            if not x.runs:
                x.start()
        for x in self.nodes:
            x.wait_until_ready()
