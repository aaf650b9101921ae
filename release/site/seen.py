"""Which finding shows in which version of which product, by its pages and by conformance/expectations."""
import collections
import functools
import itertools
import pathlib
import re

from conformance import versions
from conformance.adapters import dump
from conformance.findings import pages as findings
from release.site.markup import finding_link

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = re.compile(r"([\w-]+) (\d[\w.]*)(?: \((\w+)\))?")
# The dialects of conformance/adapters/dump.py, which know what each version reads of the format.
DIALECT = {"readelf": "gnu", "objdump": "gnu", "libsframe": "gnu", "llvm-readobj": "llvm", "simple-frame-rs": "crate"}
GROUPS = (  # products as findings call them, by what they do
    ("A reader.", ("libsframe", "readelf", "objdump", "llvm-readobj", "simple-frame-rs")),
    ("An unwinder.", ("glibc",)),
    ("An assembler.", ("gas", "llvm-mc", "clang")),
    ("A linker.", ("ld", "gold", "LLD", "mold", "wild")),
)
PRODUCTS = [(group, product) for group, products in GROUPS for product in products]


def columns_of(facts):
    """(product, version, way) of each peer or producer of a page: libsframe 2.40 (function), ld 2.40 to 2.47."""
    named = facts.get("peers", facts.get("producers", ""))
    for product, last in re.findall(r"(\S+) \S+ to (\S+)", named):
        named += "".join(f", {one} {version}" for one, version, _ in expected()
                         if one == product and order(version) <= order(last))
    return [column for column in COLUMNS.findall(named) if column[0] in dict(map(reversed, PRODUCTS))]


def order(version):
    return [int(part) for part in re.findall(r"\d+", version)]


def short(version):
    """2.47.50.20261021 is a day of 2.47."""
    return ".".join(version.split(".")[:2]) if len(version.split(".")) > 3 else version


@functools.lru_cache(maxsize=None)
def expected():
    """By (product, version, way): the pages, and how many vectors each explains in that version's expectation file."""
    known = collections.defaultdict(collections.Counter)
    for path in sorted((ROOT / "conformance/expectations").glob("*.txt")):
        if path.name.startswith("real-"):
            continue
        page, column = None, column_of(path.stem, versions.upstream(versions.recorded(path.stem)))
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                page = (re.findall(r"findings/([a-z0-9-]+\.md)", line) or [None])[0]
            elif line.strip():
                known[column][page] += 1
    return known


def column_of(name, version):
    """libsframe-function-trixie is (libsframe, its version, function)."""
    product = next(one for _, one in PRODUCTS if f"{name}-".startswith(f"{one.lower()}-"))
    words = [word for word in name[len(product):].strip("-").split("-")
             if word not in ("bookworm", "trixie", "forky", "sid", "newest", "previous") and not word.isdigit()]
    return product, version, words[0] if words else ""


def read_by(product, version):
    """The profiles that a version reads, as its adapter asks it; None if that is not written down."""
    if product not in DIALECT:
        return None
    known = [row for row in dump.DIALECTS[DIALECT[product]][2] if list(row[0]) <= order(version)]
    return set(known[-1][1].split()) if known else None


def profiles_of(facts):
    return {vector.partition("/")[0] for vector in facts["vectors"]}


class Seen:
    """Which finding shows in which version of which product."""

    def __init__(self, found):
        self.found, self.known = found, expected()
        self.shown = {name: columns_of(facts) for name, facts in found.items()}
        ordered = sorted({*self.known, *itertools.chain(*self.shown.values())}, key=lambda column: (order(column[1]), column[2]))
        self.columns = {product: [column for column in ordered if column[0] == product] for _, product in PRODUCTS}

    def versions(self, product):
        return list(dict.fromkeys(version for _, version, _ in self.columns[product]))

    def names(self, product):
        return [name for name in self.found if product in self.products(name)]

    def in_version(self, product, version):
        return {name for name, columns in self.shown.items() if any(column[:2] == (product, version) for column in columns)}

    def is_asked(self, name, product, version):
        """Whether a version reads the versions of the format in which a finding shows."""
        facts, reads = self.found[name], read_by(product, version)
        shown = profiles_of(facts)
        return reads is None or not shown or facts["kind"] == findings.PRODUCER or bool(reads & shown)

    def count(self, column):
        """How many findings show in it."""
        return sum(column in columns for columns in self.shown.values())

    def cell(self, name, column):
        """What a version is known to get wrong by a finding, in a word."""
        if column in self.shown[name]:
            return self.known[column][name] or "shows"
        return "–" if self.is_asked(name, *column[:2]) else "·"

    def steps(self, product):
        """Each version and the next one."""
        return itertools.pairwise(self.versions(product))

    def change(self, product, old, new):
        """What stays from one version to the next, and what got better and worse, each with its title."""
        before, after = self.in_version(product, old), self.in_version(product, new)
        parts = []
        for names, version, words, unread in (
                (before - after, new, "Better: gone",
                 f"No longer asked, as {short(new)} does not read what it shows in"),
                (after - before, old, "Worse: came, or shows in something that is new",
                 f"Came with what {short(old)} does not read")):
            asked = {name for name in names if self.is_asked(name, product, version)}
            parts += [(words, asked), (unread, names - asked)]
        return before & after, parts

    def state(self, name, product):
        newest = self.versions(product)[-1]
        if name in self.in_version(product, newest):
            return f"shows in {short(newest)}"
        if not self.is_asked(name, product, newest):
            unread = "/".join(sorted(profiles_of(self.found[name])))
            return f"not asked of {short(newest)}, which does not read {unread}"
        return f"gone in {short(newest)}"

    def products(self, name):
        return list(dict.fromkeys(product for product, _, _ in self.shown[name]))

    def link(self, name):
        return finding_link(name, self.found[name]["title"])
