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
AT_ONCE = 40  # of how many bugs one runner asks
PARTS = 8  # if one link that notices a bug is enough, the links are asked in so many parts


class Linker:
    """The linker, and its links, the core."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        made = subprocess.run([os.path.join(build, "sframe-links"), "--core"], capture_output=True, check=True).stdout
        self.links = list(map(json.loads, made.splitlines()))
        self.right = self.ask([RIGHT], self.links)[RIGHT]

    def write(self, path, bugs, links):
        """Writes vectors that ask each bug about each link: the bug is the beginning of the id, and an option of the linker."""
        with open(path, "w", encoding="ascii") as file:
            for bug in bugs:
                for link in links:
                    options = [*link["input"]["options"], *(["--bug", bug] if bug != RIGHT else [])]
                    asked = link | {"id": f"{bug}:{link['id']}", "input": link["input"] | {"options": options}}
                    file.write(json.dumps(asked) + "\n")

    def ask(self, bugs, links):
        """For each bug: {link: (outcome, reason)} of the links that are not right.  One adapter is asked for all bugs, as
        it takes as long to start as to link dozens of times."""
        vectors, path = (os.path.join(self.folder, name) for name in ("links", "links.json"))
        self.write(vectors, bugs, links)
        abis = [word for abi in ABIS for word in ("--abi", abi)]
        linker = shlex.join([str(ADAPTER), *abis, "ld", shlex.quote(os.path.join(self.build, "zoo-ld"))])
        runner = os.path.join(self.build, "sframe-conform")
        done = subprocess.run([runner, "--corpus", vectors, "--json", path, f"zoo={linker}"], capture_output=True, text=True,
                              errors="replace", check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"sframe-conform: {(done.stderr or done.stdout).strip()[-300:]}")
        with open(path, encoding="utf-8") as file:
            report, = json.load(file)["implementations"]
        trouble = report["missing"] or report["ended"] or report["gave_up"]
        if trouble or sum(report["outcomes"].values()) != len(bugs) * len(links):
            raise SystemExit(f"sframe-conform: {trouble or 'not all links were asked'}")
        found = {bug: {} for bug in bugs}
        for case in report["cases"]:
            if case["outcome"] != "reading":
                bug, _, link = case["id"].partition(":")
                found[bug][link] = case["outcome"], case["reason"]
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
        for part in range(parts):
            links = self.links[part::parts]
            left = [bug for bug in bugs if not found[bug][0]]
            for at in range(0, len(left), AT_ONCE):
                for bug, cases in self.ask(left[at:at + AT_ONCE], links).items():
                    noticed = [link for link, (outcome, _) in cases.items() if outcome != self.usual(link)]
                    found[bug] = found[bug][0] + noticed, found[bug][1] + len(links)
        return found
