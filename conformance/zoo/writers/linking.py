"""Asks the zoo's linker, without or with a bug, for links; the runner judges its results.

Contested links are judged, too.  What the contested point leaves open has the outcome `reading`, which is not counted.
"""
import itertools
import json
import os
import subprocess

from conformance.zoo.writers import asking

ABIS = ("amd64", "aarch64", "aarch64_be", "s390x")
AT_ONCE = 120  # of how many bugs one runner asks
STEP = 43  # between links that are neighbours in parts
PARTS = (0, 6, 18, 36, 66, 100, 150, 200)  # where parts begin, if one link that notices a bug is enough


class Linker:
    """The linker, and its links, the core."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        made = subprocess.run([os.path.join(build, "sframe-links"), "--core"], capture_output=True, check=True).stdout
        self.links = list(map(json.loads, made.splitlines()))
        self.right = self.ask([asking.RIGHT], self.links)[asking.RIGHT]

    def ask(self, bugs, links):
        """For each bug: {link: outcome} of the links that are not right.  The bug is the beginning of the id, and an
        option of the linker, as an adapter takes as long to start as to link dozens of times."""
        def asked(bug, link):
            options = [*link["input"]["options"], *(["--bug", bug] if bug != asking.RIGHT else [])]
            return link | {"id": f"{bug}:{link['id']}", "input": link["input"] | {"options": options}}
        found = {bug: {} for bug in bugs}
        outcomes = asking.judged(self.build, self.folder, (asked(bug, link) for bug in bugs for link in links),
                                 [asking.writer(self.build, ABIS, "ld", "zoo-ld")], len(bugs) * len(links))
        for name, outcome in outcomes.items():
            bug, _, link = name.partition(":")
            if outcome.name != "reading":
                found[bug][link] = outcome
        return found

    def usual(self, link):
        """The outcome of a link without a bug."""
        return self.right.get(link, asking.SAME).name

    def wrong_without_bug(self):
        """The links with a wrong outcome without a bug.  The linker may refuse what cannot be mixed, and not all versions can
        say all PLTs."""
        for link, outcome in self.right.items():
            if outcome.name not in ("refused", "omits"):
                yield f"{link}: {outcome.name} {outcome.cause}"

    def parts(self):
        """The links in parts, each evenly chosen: small ones come first, as most bugs are noticed by many links."""
        links = [link for begin in range(STEP) for link in self.links[begin::STEP]]
        return [links[begin:end] for begin, end in itertools.pairwise((*PARTS, len(links)))]

    def noticing(self, bugs, enough=False):
        """For each bug: the links that are not right and have another outcome than without the bug, and how many links
        were asked.  ENOUGH: one link that notices a bug is enough; the other parts of the links are not asked then."""
        found = {bug: ([], 0) for bug in bugs}
        for links in self.parts() if enough else [self.links]:
            left = [bug for bug in bugs if not found[bug][0]]
            for at in range(0, len(left), AT_ONCE):
                for bug, cases in self.ask(left[at:at + AT_ONCE], links).items():
                    noticed = [link for link, outcome in cases.items() if outcome.name != self.usual(link)]
                    found[bug] = found[bug][0] + noticed, found[bug][1] + len(links)
        return found
