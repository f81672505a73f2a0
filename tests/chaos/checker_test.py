"""The checker finds what must not be: each test damages a good history in one way."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from checker import event, promised, violations, written  # noqa: E402

RUN = "r"


def good():
    promises = [promised(RUN, 2)]
    events = [event(1, RUN, "submitted"), event(2, RUN, "claimed", "a", 1),
              event(3, RUN, "started", "a", 1), event(4, RUN, "requeued", "a", 1),
              event(5, RUN, "claimed", "b", 2), event(6, RUN, "completed", "b", 2)]
    rows = [written(RUN, 1, 1, 10), written(RUN, 1, 2, 20), written(RUN, 2, 2, 21)]
    return promises, events, rows


def found(promises, events, rows):
    result = violations(promises, events, rows)
    assert result, "nothing was found"
    return " ".join(result)


class checker_test(unittest.TestCase):
    def test_a_good_history_has_no_violations(self):
        assert violations(*good()) == []

    def test_a_lost_submission_is_found(self):
        promises, events, rows = good()
        assert "lost" in found([*promises, promised("other", 1)], events, rows)

    def test_two_owners_of_one_epoch_are_found(self):
        promises, events, rows = good()
        events.insert(2, event(2, RUN, "claimed", "c", 1))
        assert "epoch 1 had two owners" in found(promises, events, rows)

    def test_an_epoch_that_is_left_out_is_found(self):
        promises, events, rows = good()
        events[4] = event(5, RUN, "claimed", "b", 3)
        assert "epoch 3 follows epoch 1" in found(promises, events, rows)

    def test_a_run_that_ends_twice_or_never_is_found(self):
        promises, events, rows = good()
        assert "ended 2 times" in found(promises, [*events, event(7, RUN, "failed", "b", 2)], rows)
        assert "ended 0 times" in found(promises, events[:-1], rows)

    def test_an_end_by_an_older_epoch_is_found(self):
        promises, events, rows = good()
        events[5] = event(6, RUN, "completed", "a", 1)
        assert "ended by epoch 1 while epoch 2" in found(promises, events, rows)

    def test_a_write_by_an_older_epoch_after_a_newer_began_is_found(self):
        promises, events, rows = good()
        assert "written by epoch 1 after epoch 2" in found(
            promises, events, [*rows, written(RUN, 2, 1, 30)])

    def test_a_missing_row_is_found(self):
        promises, events, rows = good()
        assert "1 of 2 rows are missing" in found(promises, events, rows[:-1])

    def test_a_second_row_of_a_key_is_found_where_keys_are_unique(self):
        promises, events, rows = good()
        promises[0].writes_once = True
        assert "one key twice" in found(promises, events, rows)

    def test_a_forgotten_cancel_is_found(self):
        promises, events, rows = good()
        events.insert(3, event(3, RUN, "cancel_requested", "a", 1))
        assert "its cancel had been asked for" in found(promises, events, rows)


if __name__ == "__main__":
    unittest.main()
