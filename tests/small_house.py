"""A checkout of a few files, for tests of what looks at checkouts."""

import pathlib
import subprocess
import sys
import tempfile
import unittest


class small_house(unittest.TestCase):
    """Its files are below `top`; `program` looks at them."""

    program = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)

    def write(self, file, text):
        path = self.top / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def look(self):
        return subprocess.run([sys.executable, str(self.program), str(self.top)], capture_output=True,
                              text=True)
