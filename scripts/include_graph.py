"""Who includes whom. The one place that knows the rooms of the house and their floors."""

import pathlib
import re

# Room: the rooms it may include, beside itself.
ROOMS = {
    "model": set(),
    "config": {"model"},
    "database": {"model", "config"},
    "connectors": {"model", "config", "database"},
    "state": {"model", "config", "database"},
    "actors": {"model", "config", "database", "connectors", "state"},
    "cluster/decisions": {"model"},
    "cluster/link": {"model"},
    "cluster": {"model", "config", "database", "connectors", "state", "actors", "cluster/decisions",
                "cluster/link"},
    "apps": {"model", "config", "database", "connectors", "state", "actors", "cluster",
             "cluster/decisions", "cluster/link"},
}
ROOMS["tests"] = set(ROOMS)

# Where <caf/...> may be included.
CAF_PLACES = ("actors/", "cluster/", "apps/", "tests/actors/", "tests/cluster/", "tests/apps/")
CAF_FREE = ("cluster/decisions/", "cluster/link/")

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
NOT_OURS = {"build", ".git", ".cache"}


def room_of(file):
    """The room that a file, relative to the top, stands in; None outside of every room."""
    fitting = [room for room in ROOMS if file.startswith(room + "/")]
    return max(fitting, key=len, default=None)


def source_files(top):
    """Every C++ file of the checkout, relative to the top, sorted."""
    top = pathlib.Path(top)
    found = []
    for folder in sorted(top.iterdir()):
        if folder.is_dir() and folder.name not in NOT_OURS:
            found += [f for f in folder.rglob("*") if f.suffix in (".hpp", ".cpp") and f.is_file()]
    found += [f for f in top.iterdir() if f.suffix in (".hpp", ".cpp")]
    return sorted(str(f.relative_to(top)) for f in found)


def includes_of(top, file):
    """The (line, name, quoted) of every include in a file."""
    text = (pathlib.Path(top) / file).read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        name = match.group(1) or match.group(2)
        start = match.start(1) if match.group(1) else match.start(2)
        yield text.count("\n", 0, start) + 1, name, match.group(1) is not None


def arrows(top):
    """The rooms that hold files, and the (from, to) pairs of rooms where one includes the other.
    The rooms below tests/ count as one."""
    rooms, pairs = set(), set()
    for file in source_files(top):
        room = room_of(file)
        if room is None:
            continue
        rooms.add(room)
        for _, name, quoted in includes_of(top, file):
            other = room_of(name) if quoted else None
            if other not in (room, None):
                pairs.add((room, other))
    return rooms, pairs
