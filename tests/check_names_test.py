"""Plants what check_names must see, and what it must let pass, in a small house of its own."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True

from small_house import small_house  # noqa: E402


class check_names(small_house):
    program = pathlib.Path(__file__).resolve().parent / "check_names"

    def setUp(self):
        super().setUp()
        self.write("apps/client.hpp", "namespace faucet {\n\nstruct access {\n};\n\n} // namespace faucet\n")

    def check(self):
        done = self.look()
        return done.returncode, done.stdout

    def test_one_name_in_two_files_is_told_with_both(self):
        self.write("state/access.cpp", "namespace faucet {\nclass access final : public base {\n};\n}\n")
        code, said = self.check()
        self.assertEqual(code, 1)
        for part in ("faucet::access", "apps/client.hpp", "state/access.cpp"):
            self.assertIn(part, said)

    def test_names_of_other_namespaces_and_of_unnamed_ones_pass(self):
        self.write("state/a.hpp", "namespace faucet::effects {\nstruct access {\n};\n}\n")
        self.write("state/a.cpp", "namespace faucet {\nnamespace {\n\nstruct access {\n};\n\n"
                                  "} // namespace\n} // namespace faucet\n")
        self.assertEqual(self.check()[0], 0)

    def test_what_is_announced_only_is_no_definition(self):
        self.write("state/b.hpp", "namespace faucet {\nstruct access;\n}\n")
        self.assertEqual(self.check()[0], 0)


if __name__ == "__main__":
    unittest.main()
