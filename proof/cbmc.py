"""CBMC's programs with limits, for the scripts that ask it."""
import os
import signal
import subprocess
import tempfile

GIGABYTE = 1 << 30
OUT_OF_TIME = (-signal.SIGXCPU, -signal.SIGKILL)
LACKING = "CBMC is not here; ci/cbmc fetches it"


class Programs:
    """CBMC's programs, with a limit of memory."""

    def __init__(self, toolchains, gigabytes):
        self.folder = os.path.join(toolchains, "cbmc", "bin")
        self.memory = int(gigabytes * GIGABYTE)

    def are_here(self):
        return os.path.exists(os.path.join(self.folder, "cbmc"))

    def run(self, name, *arguments, limit=None, folder=None):
        """Its status, None if it did not end in time; what it said; and how long a processor worked for it."""
        limits = [f"--as={self.memory}", *([f"--cpu={limit:.0f}"] if limit else [])]
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            with subprocess.Popen(["prlimit", *limits, os.path.join(self.folder, name), *arguments], cwd=folder,
                                  stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT) as done:
                _, status, used = os.wait4(done.pid, 0)
                done.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            said = output.read()
        status = None if done.returncode in OUT_OF_TIME else done.returncode
        return status, said, used.ru_utime + used.ru_stime

    def must(self, name, *arguments, folder=None):
        status, said, _ = self.run(name, *arguments, folder=folder)
        if status != 0:
            raise SystemExit(f"{name}: status {status}: {(said.strip() or 'without a word').splitlines()[-1]}")
        return said
