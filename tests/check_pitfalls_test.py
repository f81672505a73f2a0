#!/usr/bin/python3
"""Shows that tests/check_pitfalls sees what it is there to see."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parent / "check_pitfalls"
TEST = 'TEST_CASE("a row is whole",\n          "[P7]") {\n}\n'
ROW = "| P7 | A row is cut. | `row_test.cpp` a row is whole |\n"


class check_pitfalls(unittest.TestCase):
    def faults(self, table, test=TEST):
        with tempfile.TemporaryDirectory() as top:
            tests = pathlib.Path(top) / "tests"
            tests.mkdir()
            (tests / "README.md").write_text(table)
            (tests / "row_test.cpp").write_text(test)
            done = subprocess.run([CHECK, top], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1 if done.stdout else 0, done.stderr)
            return done.stdout

    def test_a_table_that_fits_the_tests_passes(self):
        self.assertEqual(self.faults(ROW), "")

    def test_a_test_that_does_not_exist_fails(self):
        self.assertIn("does not exist", self.faults(ROW.replace("whole", "wide")))

    def test_a_tagged_test_that_the_table_lacks_fails(self):
        self.assertIn("lacks a test", self.faults("| P8 | Another. | Waits for rows |\n"))

    def test_a_pitfall_with_two_rows_fails(self):
        self.assertIn("two rows", self.faults(ROW + ROW))

    def test_no_table_fails(self):
        self.assertIn("no table", self.faults("# Tests\n", ""))


if __name__ == "__main__":
    unittest.main()
