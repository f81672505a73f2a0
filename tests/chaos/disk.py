"""A small disk that can be full."""

import os
import pathlib
import shutil
import subprocess
import sys

HAS_MOUNTS = "FAUCET_CHAOS_HAS_MOUNTS"


def own_mounts():
    """Starts this program again in a place where what it mounts is seen by nobody else, and is gone with
    the last of its processes. False where that is not allowed."""
    if HAS_MOUNTS in os.environ:
        return True
    apart = ["unshare", "--mount"]
    probe = [*apart, "mount", "-t", "tmpfs", "faucet-chaos", "/tmp"]
    if shutil.which("unshare") is None or subprocess.run(probe, capture_output=True).returncode != 0:
        return False
    os.environ[HAS_MOUNTS] = "yes"
    os.execvp(apart[0], [*apart, sys.executable, *sys.argv])


class disk:
    """In memory."""

    def __init__(self, mib):
        self.mib = mib
        self.folder = None

    def mount(self, folder, owner):
        """Makes this folder, for a user (as the module pwd has them)."""
        folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.mib}m,mode=0700,uid={owner.pw_uid},"
                        f"gid={owner.pw_gid}", "faucet-chaos", folder], check=True)
        self.folder = pathlib.Path(folder)

    def unmount(self):
        """Nothing may have a file open there."""
        subprocess.run(["umount", self.folder], check=True)

    @property
    def used_mib(self):
        return self.mib - self._free() / (1 << 20)

    def fill(self):
        """To the last block, also while others take some of them."""
        with open(self._ballast(), "wb") as out:
            size = 0
            while free := self._free():
                try:
                    os.posix_fallocate(out.fileno(), size, free)
                    size += free
                except OSError:
                    pass  # somebody was faster

    def relieve(self):
        self._ballast().unlink()

    def _ballast(self):
        return self.folder / "ballast"

    def _free(self):
        found = os.statvfs(self.folder)
        return found.f_bavail * found.f_frsize
