"""A sync that is killed again and again loses nothing. The long form: tests/crash/sync_under_kills."""

import os
import subprocess

import pytest

from conftest import PROGRAM, TOP


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--mode", "upsert"], ["--late-rows", "txid"],
                                  ["--late-rows", "xmin", "--mode", "upsert"]],
                         ids=["append", "upsert", "late rows by column", "late rows by xmin"])
def test_a_sync_that_is_killed_loses_nothing(more):
    done = subprocess.run([TOP / "tests" / "crash" / "sync_under_kills", "--seconds", "20",
                           "--kills", "6", *more], env={**os.environ, "FAUCET_BIN": PROGRAM},
                          capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
