"""What a process holds on to."""

import dataclasses
import os
import pathlib
import time


@dataclasses.dataclass
class held:
    threads: int
    files: int
    resident_kib: int

    @staticmethod
    def by(x):
        """A node, now."""
        at = pathlib.Path(f"/proc/{x.process.pid}")
        return held(len(os.listdir(at / "task")), len(os.listdir(at / "fd")), x.resident_kib)

    @staticmethod
    def settled(x):
        """The least of some looks: what is held for a moment only is no leak."""
        looks = []
        for _ in range(20):
            looks.append(dataclasses.astuple(held.by(x)))
            time.sleep(0.2)
        return held(*(min(y) for y in zip(*looks)))

    def until(self, now):
        """Both as a sentence."""
        return (f"threads {self.threads} -> {now.threads}, open files {self.files} -> {now.files}, "
                f"resident {self.resident_kib} -> {now.resident_kib} KiB")
