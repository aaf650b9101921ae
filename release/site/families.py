"""A page for each family of vectors, with its shapes in plain words, and the data by which the search finds ids."""
import collections
import functools
import json
import pathlib
import re
import subprocess

from release.site.markup import clause_link, filled, plain, point_link, rows_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"0x[0-9a-f]+|\d+")  # the script of the search has the same
SPLIT = "v1 v2 v2e1 v2e2 v3 decode check lookup flip unwind".split()  # how the vectors of a family are counted
LADDER = re.compile(r"/size-(?:functions|rows)-(?:[a-z]+-)*(\d+)")


@functools.lru_cache(maxsize=None)  # most of the many ids share their parts
def collapsed(shape):
    """A shape with N for each number: shapes that differ in numbers alone are one line of a table."""
    return NUMBER.sub("N", shape)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


@functools.lru_cache(maxsize=None)
def parts():
    """What parts of shapes mean."""
    return rows_of("shapes.txt")


def longest(left):
    """The longest row of shapes.txt that fits: how many parts it takes, and what it says; (0, None) if none fits."""
    for many in range(len(left), 0, -1):
        whole = "-".join(left[:many])
        for key in (whole, whole.strip("^"), whole.strip("$"), whole.strip("^$")):
            if key in parts():
                return many, parts()[key]
    return 0, None


def cases():
    """The notes of the cases, with their points of the ledger, by shape or else by file name."""
    found = collections.defaultdict(list)
    for path in sorted((ROOT / "corpus/cases").glob("*/*.txt")):
        text = path.read_text(encoding="utf-8")
        note = " ".join(re.findall(r"^note (.*)$", text, re.MULTILINE))
        shape = re.search(r"^shape (.*)$", text, re.MULTILINE)
        point = re.search(r"^ledger (.*)$", text, re.MULTILINE)
        found[shape[1] if shape else path.stem].append((note, point[1] if point else None))
    return found


class Words:
    """Explains shapes."""

    def __init__(self, clauses, points):
        self.notes, self.points = cases(), {point["id"]: point["title"] for point in points}
        self.clauses = {clause.replace(".", "-"): about for clause, about in clauses.items()}

    def of_parts(self, shape):
        """The parts of a shape from left to right, the longest that has a row first; English words together."""
        words, left = [], collapsed(shape).split("-")
        left[0], left[-1] = f"^{left[0]}", f"{left[-1]}$"
        while left:
            many, found = longest(left)
            if many:
                words.append(found)
            elif words and not isinstance(words[-1], str):
                words[-1].append(left[0].strip("^$"))
            elif left[0].strip("^$") != "N":  # a number alone says nothing here
                words.append([left[0].strip("^$")])
            left = left[max(many, 1):]
        return "; ".join(word if isinstance(word, str) else " ".join(word) for word in words)

    def of(self, shape):
        """What a shape is, in Markdown."""
        if notes := [(note, point) for note, point in self.notes.get(shape, ()) if note]:
            note, point = notes[0]
            return plain(note) + (f" ({point_link(point)})" if point else "")
        base = shape.removesuffix("-pcrel")
        clause = self.clauses.get(base.removeprefix("fault-"))
        if base.startswith("fault-") and clause:
            return f"{clause_link(clause.id)}: {plain(clause.words)}"
        if base.startswith("fault-twin-"):
            kind = plain(base.removeprefix("fault-twin-"))
            return f"the section without a fault, beside which those with one stand: {kind}"
        point = next((point for point in self.points
                      if re.match(rf"(unwinding-)?(open|settled)-{re.escape(point)}(?![a-z])", base)), None)
        return f"{point_link(point)}: {plain(self.points[point])}" if point else plain(self.of_parts(shape))


def ids_of(generator, family):
    return [line.split() for line in output(generator, "manifest", "--family", family)]


def family_page(name, about, ids, words):
    shapes, details, counts, core = {}, {}, collections.Counter(), {}
    for line in ids:
        profile, abi, operation, first, detail = line[0].split("/", 4)
        shape = collapsed(first)
        if shape not in shapes:
            shapes[shape] = words.of(first), line[0]
        details.setdefault(shape, {})[collapsed(detail)] = None
        counts.update((shape, profile, operation, line[-1]))
        if line[-1] == "core":
            core.setdefault(shape, line[0])
    text = filled("family.md", family=name, about=about[0].upper() + about[1:], ids=ids, counts=counts, split=SPLIT,
                  shapes=shapes, core=core)
    return text, {shape: list(some) for shape, some in details.items()}


def pages(generator, clauses, points):
    """The pages; for the search, each family's shapes and details; the most functions or rows of a section."""
    words, listed, known, made, largest = Words(clauses, points), [], {}, {}, 0
    for line in output(generator, "list"):
        name, about = line.split(maxsplit=1)
        ids = ids_of(generator, name)
        made[f"families/{name}.md"], known[name] = family_page(name, about, ids, words)
        largest = max([largest, *(int(found[1]) for line in ids if (found := LADDER.search(line[0])))])
        listed.append((name, len(ids), about))
    made["families/index.md"] = filled("families.md", families=listed)
    return made, known, largest


def script(known):
    return f"const SHAPES = {json.dumps(known, separators=(',', ':'))};\n"
