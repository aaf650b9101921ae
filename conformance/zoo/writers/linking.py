"""Asks the zoo's linker, without or with a bug, for links; the runner judges its results.

Contested links are judged, too.  What the contested point leaves open has the outcome `reading`, which is not counted.
"""
import json
import os
import pathlib
import shlex
import subprocess

ADAPTER = pathlib.Path(os.path.realpath(__file__)).parents[2] / "adapters/writer.py"
ABIS = ("amd64", "aarch64", "aarch64_be", "s390x")
RIGHT = "right"  # the name of the linker without a bug
AT_ONCE = 16  # how many linkers one runner asks
PARTS = 8  # if one link that notices a bug is enough, the links are asked in so many parts


class Linker:
    """The linker, and its links, the core."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.links = os.path.join(folder, "links")
        subprocess.run([os.path.join(build, "sframe-links"), "--core", "-o", self.links], check=True)
        self.right, self.asked = self.ask([RIGHT])[RIGHT]

    def adapter(self, bug):
        """The command that the runner starts."""
        command = shlex.join([os.path.join(self.build, "zoo-ld"), *(["--bug", bug] if bug != RIGHT else [])])
        abis = [word for abi in ABIS for word in ("--abi", abi)]
        return f"{bug}={shlex.join([str(ADAPTER), *abis, 'ld', command])}"

    def ask(self, bugs, part="1/1"):
        """For each bug: {link: (outcome, reason)} of the links that are not right, and how many links were asked.  PART
        says which links are asked, as the runner's --shard."""
        path = os.path.join(self.folder, "links.json")
        runner = os.path.join(self.build, "sframe-conform")
        done = subprocess.run([runner, "--corpus", self.links, "--jobs", "1", "--shard", part, "--json", path,
                               *map(self.adapter, bugs)], capture_output=True, text=True, errors="replace", check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"sframe-conform: {(done.stderr or done.stdout).strip()[-300:]}")
        with open(path, encoding="utf-8") as file:
            reports = json.load(file)["implementations"]
        found = {}
        for report in reports:
            trouble = report["missing"] or report["ended"] or report["gave_up"]
            if trouble:
                raise SystemExit(f"sframe-conform: {report['adapter']}: {trouble}")
            cases = {case["id"]: (case["outcome"], case["reason"]) for case in report["cases"] if case["outcome"] != "reading"}
            found[report["adapter"]] = cases, sum(report["outcomes"].values())
        return found

    def usual(self, link):
        """The outcome of a link without a bug."""
        return self.right[link][0] if link in self.right else "same"

    def wrong_without_bug(self):
        """The links with a wrong outcome without a bug.  The linker may refuse what cannot be mixed, and not all versions can
        say all PLTs."""
        for link, (outcome, reason) in self.right.items():
            if outcome not in ("refused", "omits"):
                yield f"{link}: {outcome} {reason}"

    def noticing(self, bugs, enough=False):
        """For each bug: the links that are not right and have another outcome than without the bug, and how many links
        were asked.  ENOUGH: one link that notices a bug is enough; the other parts of the links are not asked then."""
        found = {bug: ([], 0) for bug in bugs}
        parts = PARTS if enough else 1
        for part in range(1, parts + 1):
            left = [bug for bug in bugs if not found[bug][0]]
            for at in range(0, len(left), AT_ONCE):
                for bug, (cases, asked) in self.ask(left[at:at + AT_ONCE], f"{part}/{parts}").items():
                    noticed = [link for link, (outcome, _) in cases.items() if outcome != self.usual(link)]
                    found[bug] = found[bug][0] + noticed, found[bug][1] + asked
        return found
