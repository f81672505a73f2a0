"""Proves from the event log and the sinks what a cluster has done. Reads, and judges; nothing else."""

import collections
import dataclasses

ENDS = ("completed", "failed", "cancelled")


@dataclasses.dataclass
class event:
    """A row of faucet_serve_events."""
    seq: int
    run: str
    kind: str
    owner: str | None = None
    epoch: int | None = None


@dataclasses.dataclass
class written:
    """A row that a sink has kept: which epoch of its run wrote it, in the order of the sink."""
    run: str
    id: int
    epoch: int
    at: float


@dataclasses.dataclass
class promised:
    """A submission that was answered with 202."""
    run: str
    rows: int
    writes_once: bool = False  # its sink keeps one row a key


def violations(promises, events, sink_rows):
    """What does not hold, as sentences. Nothing = all is well."""
    by_run = collections.defaultdict(list)
    for x in sorted(events, key=lambda e: e.seq):
        by_run[x.run].append(x)
    rows = collections.defaultdict(list)
    for x in sink_rows:
        rows[x.run].append(x)
    found = [f"{run}: stored, yet no submission is known" for run in rows if run not in by_run]
    for x in promises:
        if x.run not in by_run:
            found.append(f"{x.run}: accepted, and lost")
    for run, its in by_run.items():
        found += [f"{run}: {text}" for text in _of_one_run(its)]
    for run, its in rows.items():
        found += [f"{run}: {text}" for text in _of_its_rows(its)]
    ended = {x.run: x.kind for x in events if x.kind in ENDS}
    for x in promises:
        if ended.get(x.run) == "completed":
            found += [f"{x.run}: {text}" for text in _complete(x, rows.get(x.run, []))]
    return found


def _of_one_run(events):
    owners, claimed, ends, wanted_before = {}, 0, 0, False
    for x in events:
        if x.kind == "claimed":
            if x.epoch != claimed + 1:
                yield f"epoch {x.epoch} follows epoch {claimed}"
            claimed = x.epoch
            if ends:
                yield f"claimed again with epoch {x.epoch} after it had ended"
            if owners.setdefault(x.epoch, x.owner) != x.owner:
                yield f"epoch {x.epoch} had two owners"
        elif x.kind == "started":
            if owners.get(x.epoch) != x.owner:
                yield f"started in epoch {x.epoch} by {x.owner}, who had not claimed it"
        elif x.kind == "cancel_requested":
            wanted_before = claimed
        elif x.kind in ENDS:
            ends += 1
            if x.epoch is not None and x.epoch != claimed:
                yield f"ended by epoch {x.epoch} while epoch {claimed} had it"
            if (x.kind == "completed" and wanted_before is not False
                and claimed > wanted_before):
                yield "completed, though its cancel had been asked for before its last claim"
    if ends != 1:
        yield f"ended {ends} times"


def _of_its_rows(rows):
    """No write by an older epoch after a newer one began to write."""
    began = {}
    for x in rows:
        began[x.epoch] = min(began.get(x.epoch, x.at), x.at)
    for x in rows:
        newer = [epoch for epoch, at in began.items() if epoch > x.epoch and at < x.at]
        if newer:
            yield f"row {x.id} written by epoch {x.epoch} after epoch {max(newer)} had begun"
            return


def _complete(promise, rows):
    counts = collections.Counter(x.id for x in rows)
    missing = [k for k in range(1, promise.rows + 1) if k not in counts]
    if missing:
        yield f"completed, yet {len(missing)} of {promise.rows} rows are missing, first {missing[0]}"
    if promise.writes_once and any(n > 1 for n in counts.values()):
        yield "one key twice in a sink that keeps one row a key"
    strange = [k for k in counts if not 1 <= k <= promise.rows]
    if strange:
        yield f"rows that nobody made, first {strange[0]}"
