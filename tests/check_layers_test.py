"""Plants each fault that check_layers must see in a small house of its own."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True

from small_house import small_house  # noqa: E402


class check_layers(small_house):
    program = pathlib.Path(__file__).resolve().parent / "check_layers"

    def setUp(self):
        super().setUp()
        self.write("model/value.hpp", "#pragma once\n#include <string>\n")
        self.write("config/node.hpp", '#pragma once\n#include "model/value.hpp"\n')
        self.write("connectors/driver.hpp", '#include "config/node.hpp"\n')
        self.write("state/store.hpp", '#include "model/value.hpp"\n')
        self.write("actors/source.cpp", '#include "connectors/driver.hpp"\n#include <caf/all.hpp>\n')
        self.write("cluster/decisions/claim.hpp", '#include "model/value.hpp"\n')
        self.write("apps/faucet/main.cpp", '#include "actors/source.hpp"\n')
        self.write("actors/source.hpp", "#pragma once\n")
        self.write("tests/state/store_test.cpp", '#include "state/store.hpp"\n')

    def check(self):
        done = self.look()
        return done.returncode, done.stderr

    def expect_fault(self, *parts):
        code, said = self.check()
        self.assertEqual(code, 1, said)
        for part in parts:
            self.assertIn(part, said)

    def test_a_house_in_order_passes(self):
        self.assertEqual(self.check(), (0, ""))

    def test_an_include_that_climbs_fails(self):
        self.write("model/value.hpp", '#pragma once\n#include "config/node.hpp"\n')
        self.expect_fault("model/value.hpp:2", "model may not include config")

    def test_connectors_and_state_do_not_know_each_other(self):
        self.write("connectors/driver.hpp", '#include "state/store.hpp"\n')
        self.expect_fault("connectors/driver.hpp:1", "connectors may not include state")
        self.write("connectors/driver.hpp", "")
        self.write("state/store.hpp", '#include "connectors/driver.hpp"\n')
        self.expect_fault("state/store.hpp:1", "state may not include connectors")

    def test_a_decision_of_the_cluster_sees_the_model_only(self):
        self.write("cluster/decisions/claim.hpp", '#include "config/node.hpp"\n')
        self.expect_fault("cluster/decisions may not include config")

    def test_nothing_but_a_test_includes_a_test(self):
        self.write("apps/faucet/main.cpp", '#include "tests/state/store_test.cpp"\n')
        self.expect_fault("apps may not include tests")

    def test_caf_below_the_actors_fails(self):
        self.write("state/store.hpp", "\n#  include <caf/actor.hpp>\n")
        self.expect_fault("state/store.hpp:2", "<caf/actor.hpp>")

    def test_caf_in_a_test_of_a_lower_room_fails(self):
        self.write("tests/state/store_test.cpp", "#include <caf/actor.hpp>\n")
        self.expect_fault("tests/state/store_test.cpp:1")

    def test_caf_in_a_decision_of_the_cluster_fails(self):
        self.write("cluster/decisions/claim.hpp", "#include <caf/actor.hpp>\n")
        self.expect_fault("cluster/decisions/claim.hpp:1")

    def test_a_file_in_an_unknown_room_fails(self):
        self.write("util/strings.hpp", "#pragma once\n")
        self.expect_fault("util/strings.hpp", "no known room")

    def test_a_file_outside_of_every_room_fails(self):
        self.write("main.cpp", "")
        self.expect_fault("main.cpp", "no known room")

    def test_an_include_of_no_file_of_ours_fails(self):
        self.write("config/node.hpp", '#include "value.hpp"\n')
        self.expect_fault("config/node.hpp:1", '"value.hpp"')

    def test_an_include_circle_fails_and_is_shown(self):
        self.write("model/value.hpp", '#include "model/shape.hpp"\n')
        self.write("model/shape.hpp", '#include "model/page.hpp"\n')
        self.write("model/page.hpp", '#include "model/value.hpp"\n')
        self.expect_fault("circle", "model/value.hpp", "model/shape.hpp", "model/page.hpp")

    def test_a_file_that_includes_itself_is_a_circle(self):
        self.write("model/value.hpp", '#include "model/value.hpp"\n')
        self.expect_fault("model/value.hpp -> model/value.hpp")


if __name__ == "__main__":
    unittest.main()
