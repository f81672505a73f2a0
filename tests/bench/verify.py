"""Compares JSON Lines with the CSV they were made from, as Python's own modules read both."""

import csv
import itertools
import json


def same_rows(source, output):
    """How many rows there are; every field of every one is equal, and so is their order."""
    csv.field_size_limit(1 << 30)
    with open(source, encoding="utf-8", newline="") as left, open(output, encoding="utf-8") as right:
        rows = csv.reader(left)
        header = next(rows)
        count = 0
        for row, line in itertools.zip_longest(rows, right):
            count += 1
            if row is None or line is None:
                raise SystemExit(f"row {count}: only one of the two files has it")
            fields = json.loads(line, object_pairs_hook=list)
            if fields != list(zip(header, row)):
                raise SystemExit(f"row {count}: expected {list(zip(header, row))}, found {fields}")
    return count
